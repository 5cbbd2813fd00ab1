import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import type { Random } from "../../server/demo/random.ts";
import { insertUser } from "../../server/features/account/repository.ts";
import { openSession } from "../../server/features/sessions/service.ts";
import { systemClock } from "../../src/platform/system-clock.ts";
import type { User } from "../../src/protocol/shapes.ts";
import { createTestDatabase } from "../support/server/postgres-server.ts";
import {
  postgresStorage,
  type RestorableStorage,
  sqliteStorage,
} from "../support/server/restorable-storage.ts";
import type { Picture } from "./ledger.ts";
import { Turnstile } from "./turnstile.ts";

/** A database for one soak, and the settings with which servers open it. */
export interface SoakDatabase {
  readonly env: Readonly<Record<string, string>>;
  readonly onPostgres: boolean;
  /** Works with the open database; waits while it is closed. */
  use<Value>(work: (db: Database) => Promise<Value>): Promise<Value>;
  /** Ends all use, lets `work` change what is stored, and opens the database anew. No server may run meanwhile. */
  whileClosed(work: (storage: Backups) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The backups that a soak makes and goes back to; without them none of its data is ever lost. */
export type Backups = Pick<RestorableStorage, "backUp" | "restore" | "rollBack">;

export interface Place {
  user: User;
  token: string;
  /** Insights that this person alone acts on, with their Sentinel. */
  own: Map<string, string>;
}

/** @param restorable PostgreSQL: with a cluster of its own, whose disk can be rolled back */
export async function openSoakDatabase(onPostgres: boolean, restorable: boolean): Promise<SoakDatabase> {
  const storage = await openStorage(onPostgres, restorable);
  const { dataDir, databaseUrl } = storage;
  const open = async () => {
    const db = await openDatabase({ databaseUrl, dataDir });
    await db.migrate();
    return db;
  };
  let db = await open();
  const turnstile = new Turnstile();
  return {
    env: { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
    onPostgres,
    use: (work) => turnstile.through(() => work(db)),
    async whileClosed(work) {
      await turnstile.close();
      await db.close();
      await work(storage);
      db = await open();
      turnstile.open();
    },
    async close() {
      await db.close();
      await storage.close();
    },
  };
}

async function openStorage(onPostgres: boolean, restorable: boolean): Promise<RestorableStorage> {
  if (!onPostgres) return sqliteStorage();
  if (restorable) return postgresStorage();
  const made = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "understory-soak-"));
  const never = () => Promise.reject(new Error("this database has no backups"));
  return {
    dataDir,
    databaseUrl: made.url,
    backUp: never,
    restore: never,
    rollBack: never,
    async close() {
      await made.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** People with a Sentinel of their own each, of `sizes` insights, and one Sentinel that all share. */
export async function settle(db: Database, sizes: readonly number[], insightsShared: number) {
  const places: Place[] = [];
  for (const [at, size] of sizes.entries()) places.push(await addPlace(db, at, size));
  const userIds = places.map(({ user }) => user.userIdSql);
  const shared = await addSentinel(db, "cam-shared", userIds, insightsShared);
  return { places, shared };
}

async function addPlace(db: Database, at: number, insights: number): Promise<Place> {
  const name = `ranger-${at}`;
  const email = `${name}@example.org`;
  const config = loadConfig({ LOG_LEVEL: "silent" });
  const { userId, token } = await db.write(async (transaction) => {
    const id = await insertUser(transaction, {
      email,
      username: name,
      firstName: name,
      lastName: "Soak",
      phoneNumber: "7000000000",
      country: "Kenya",
      passwordHash: "none",
      role: "member",
      nowMs: Date.now(),
    });
    if (id === null) throw new Error(`there is a user ${name} already`);
    return {
      userId: id,
      token: await openSession({ db, clock: systemClock, config }, transaction, id, "soak"),
    };
  });
  const own = await addSentinel(db, `cam-${at}`, [userId], insights);
  const user: User = {
    userIdSql: userId,
    firstName: name,
    lastName: "Soak",
    phoneNumber: "7000000000",
    country: "Kenya",
    username: name,
    email,
    imageUrl: null,
    deletionAt: null,
    role: "member",
  };
  return { user, token, own };
}

async function addSentinel(db: Database, deviceId: string, userIds: readonly number[], insights: number) {
  const deviceRef = await db.write(async (transaction) => {
    const { device_ref } = await transaction
      .insertInto("devices")
      .values({ device_id: deviceId, device_name: deviceId, created_at: Date.now() } as never)
      .returning("device_ref")
      .executeTakeFirstOrThrow();
    for (const user_id of userIds) {
      await transaction
        .insertInto("device_users")
        .values({ device_ref, user_id, after_insight_id: 0, granted_at: Date.now() })
        .execute();
    }
    return device_ref;
  });
  await addInsights(db, deviceRef, insights);
  const rows = await db.reader
    .selectFrom("insights")
    .select("insight_id")
    .where("device_ref", "=", deviceRef)
    .execute();
  return new Map(rows.map(({ insight_id }) => [String(insight_id), deviceId]));
}

let serial = 0;
const PICTURES_A_DEGREE = 10_000;
/** Begins the source ids of insights that arrive while people work. */
export const LATE = "late-";

/** @param latitude of an insight: it names its picture */
export function pictureOf(latitude: number | null): Picture {
  return Math.round((latitude ?? 0) * PICTURES_A_DEGREE);
}

async function addInsights(
  db: Database,
  deviceRef: number,
  count: number,
  { source = "soak-", holdMs = 0 } = {},
): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    serial += 1;
    return {
      device_ref: deviceRef,
      table_name: "insights",
      source_id: `${source}${serial}`,
      class_name: "fox",
      class_id: 1,
      class_list: JSON.stringify([{ className: "fox", averageConfidence: 0.9 }]),
      confidence: 0.9,
      is_from_lora: 0,
      time_stamp: Date.UTC(2026, 0, 1) + serial * 1_000,
      // Names the picture, whatever id the insight gets.
      latitude: serial / PICTURES_A_DEGREE,
      origin: "machine",
      insight_status: "none",
    };
  });
  await db.write(async (transaction) => {
    await db.dialect.insertMany(transaction, "insights", rows);
    await pause(holdMs);
  });
}

/**
 * Concurrent writers: insights that arrive and insights that are corrected, in transactions that stay open for a
 * while (on SQLite a short one, because it blocks all other writers).
 */
export function startSlowWriters({ use, onPostgres }: SoakDatabase, random: Random, count: number) {
  let isRunning = true;
  const holdMs = () => (onPostgres ? random.between(50, 3_000) : random.between(5, 120));
  let transactions = 0;
  const write = async () => {
    while (isRunning) {
      await use((db) => writeOnce(db, random, holdMs())).then(
        () => {
          transactions += 1;
        },
        // A deadlock with a bulk update, or a busy database, is expected here.
        () => undefined,
      );
      await pause(random.between(200, 1_500));
    }
  };
  const writers = Array.from({ length: count }, write);
  return {
    transactions: () => transactions,
    async stop() {
      isRunning = false;
      await Promise.all(writers);
    },
  };
}

async function writeOnce(db: Database, random: Random, holdMs: number): Promise<void> {
  const devices = await db.reader.selectFrom("devices").select("device_ref").execute();
  const { device_ref } = random.pick(devices);
  if (random.chance(0.4)) return addInsights(db, device_ref, random.whole(1, 3), { source: LATE, holdMs });
  const ids = await db.reader
    .selectFrom("insights")
    .select("insight_id")
    .where("device_ref", "=", device_ref)
    .execute();
  const chosen = Array.from({ length: 5 }, () => random.pick(ids).insight_id).sort((a, b) => a - b);
  await db.write(async (transaction) => {
    for (const insight_id of chosen) {
      await transaction
        .updateTable("insights")
        .set({ class_name: random.pick(["fox", "boar", "deer"]), confidence: random.whole(1, 99) / 100 })
        .where("insight_id", "=", insight_id)
        .execute();
    }
    await pause(holdMs);
  });
}

/** Marks the bulk update of `holdSentinel`, which no person sent. */
export const HELD = "held";

/**
 * Holds a Sentinel as another person's bulk update would, for over a minute, so that bulk updates that wait for it
 * end blocked.
 */
export async function holdSentinel(
  db: Database,
  userId: number,
  deviceId: string,
  forMs: number,
): Promise<void> {
  const nowMs = Date.now();
  await db.write((transaction) =>
    transaction
      .insertInto("bulk_updates")
      .values({
        user_id: userId,
        idempotency_key: null,
        body_hash: HELD,
        items: JSON.stringify([{ insightId: "0", deviceId, insightStatus: "archive", base: null }]),
        outcomes: "[]",
        status: 1,
        created_at: nowMs,
        started_at: nowMs,
        claimed_by: "somebody else",
        claimed_until: nowMs + forMs,
        finished_at: null,
      })
      .execute(),
  );
}

/** Ends what `holdSentinel` holds, as in a backup that was made meanwhile. */
export async function releaseSentinels(db: Database): Promise<void> {
  await db.write((transaction) =>
    transaction.updateTable("bulk_updates").set({ status: 2 }).where("body_hash", "=", HELD).execute(),
  );
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
