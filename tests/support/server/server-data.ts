import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { SQLITE_FILE_NAME } from "../../../server/db/open-database.ts";
import type { Role } from "../../../src/domain/account/role.ts";
import { DEMO } from "./server-process.ts";

const MINUTE_MS = 60_000;
/** The worker that has claimed what `holdSentinel` adds. */
const HOLDER = "another server";

/** The data of a running server on SQLite, changed as Sentinels, other people and an operator do. */
export interface ServerData {
  /** Adds a Sentinel of the demo's ranger with insights that have no status; returns their ids, the oldest first. */
  addSentinel(deviceId: string, insights: number): string[];
  /** More of them. */
  addInsights(deviceId: string, count: number, className?: string): string[];
  removeInsights(ids: readonly string[]): void;
  /** Removes a Sentinel from the ranger. */
  revoke(deviceId: string): void;
  /** @param email whose it becomes too; the ranger's where left out */
  grant(deviceId: string, email?: string): void;
  /** Gives a user a role, as the operator's command does. */
  setRole(email: string, role: Role): void;
  /** Opens a transaction of another person who has set these statuses; returns the function that ends it. */
  beginSetting(ids: readonly string[], status: string): () => void;
  /** Adds a bulk update that another worker is applying; returns the function that ends it. */
  holdSentinel(deviceId: string): () => void;
  /** Ends all bulk updates that `holdSentinel` added. */
  letGo(): void;
  /** Moves the times of every open bulk update back by this much. */
  ageBulkUpdates(byMs: number): void;
  /** Copies the database into a new file, as an operator does while the server runs. */
  backUp(file: string): void;
  close(): void;
}

/** Puts a copy in the place of a database whose server is stopped. */
export function putBack(dataDir: string, copy: string): void {
  const file = join(dataDir, SQLITE_FILE_NAME);
  for (const beside of ["-wal", "-shm"]) rmSync(`${file}${beside}`, { force: true });
  copyFileSync(copy, file);
}

/** Copies of a SQLite database and of all beside it that could tell of a rollback. */
export interface DataSnapshot {
  /** Puts it back in place, as a snapshot of the disk does; the server is stopped. */
  rollBack(): void;
  /** Puts the database alone into an emptied folder, as docs/operators.md says; the server is stopped. */
  restore(): void;
}

/** Made as `backUp` does, while the server runs. */
export function snapshotOf(dataDir: string, data: ServerData): DataSnapshot {
  const file = join(dataDir, SQLITE_FILE_NAME);
  const seal = `${file}-seal.json`;
  const copy = join(dataDir, `snapshot-${Date.now()}.sqlite`);
  // First, so that it is not ahead of the database.
  copyFileSync(seal, `${copy}-seal.json`);
  data.backUp(copy);
  return {
    rollBack() {
      putBack(dataDir, copy);
      copyFileSync(`${copy}-seal.json`, seal);
    },
    restore() {
      for (const old of [file, seal]) rmSync(old, { force: true });
      putBack(dataDir, copy);
    },
  };
}

export function openServerData(dataDir: string): ServerData {
  const db = new Sqlite(join(dataDir, SQLITE_FILE_NAME), { timeout: 20_000 });
  db.pragma("foreign_keys = on");
  const userId = db.prepare("select user_id from users where email = ?").pluck().get(DEMO.email) as number;
  const write = <T>(work: () => T): T => db.transaction(work).immediate();
  const refOf = (deviceId: string) =>
    db.prepare("select device_ref from devices where device_id = ?").pluck().get(deviceId) as number;
  let lastAtMs = Date.now() - 5_000 * MINUTE_MS;

  const addInsights = (deviceId: string, count: number, className = "lynx"): string[] => {
    const add = db
      .prepare(
        `insert into insights (device_ref, table_name, source_id, class_name, class_list, confidence, is_from_lora,
           time_stamp, origin)
         values (?, 'insights', ?, ?, '[]', 0.8, 0, ?, 'machine') returning insight_id`,
      )
      .pluck();
    const ref = refOf(deviceId);
    return Array.from({ length: count }, () => {
      lastAtMs += MINUTE_MS;
      return String(add.get(ref, `at ${lastAtMs}`, className, lastAtMs));
    });
  };
  const userOf = (email: string) =>
    db.prepare("select user_id from users where email = ?").pluck().get(email) as number;
  const letGo = (only: number | null = null) =>
    write(() =>
      db
        .prepare(
          `update bulk_updates set status = 2, finished_at = ?
           where claimed_by = ? and status = 1 and bulk_id = coalesce(?, bulk_id)`,
        )
        .run(Date.now(), HOLDER, only),
    );
  const grant = (deviceId: string, email: string = DEMO.email) =>
    db
      .prepare(
        "insert or ignore into device_users (device_ref, user_id, after_insight_id, granted_at) values (?, ?, 0, ?)",
      )
      .run(refOf(deviceId), userOf(email), Date.now());

  return {
    addSentinel: (deviceId, insights) =>
      write(() => {
        db.prepare(
          `insert into devices (device_id, device_name, allow_complete_images, allow_wifi_insights, created_at)
           values (?, ?, 1, 0, ?)`,
        ).run(deviceId, deviceId, lastAtMs);
        grant(deviceId);
        return addInsights(deviceId, insights);
      }),
    addInsights: (deviceId, count, className) => write(() => addInsights(deviceId, count, className)),
    removeInsights: (ids) =>
      write(() => {
        for (const id of ids) db.prepare("delete from insights where insight_id = ?").run(Number(id));
      }),
    revoke: (deviceId) =>
      write(() =>
        db
          .prepare("delete from device_users where device_ref = ? and user_id = ?")
          .run(refOf(deviceId), userId),
      ),
    grant: (deviceId, email) => write(() => grant(deviceId, email)),
    setRole(email, role) {
      write(() => db.prepare("update users set role = ? where email = ?").run(role, email));
    },
    beginSetting(ids, status) {
      db.exec("begin immediate");
      for (const id of ids) {
        db.prepare("update insights set insight_status = ? where insight_id = ?").run(status, Number(id));
      }
      return () => {
        if (db.inTransaction) db.exec("commit");
      };
    },
    holdSentinel(deviceId) {
      const now = Date.now();
      const items = JSON.stringify([{ insightId: "0", deviceId, insightStatus: "none" }]);
      const bulkId = write(() =>
        db
          .prepare(
            `insert into bulk_updates (user_id, body_hash, status, items, outcomes, created_at, started_at,
               claimed_by, claimed_until)
             values (?, '', 1, ?, '[]', ?, ?, ?, ?) returning bulk_id`,
          )
          .pluck()
          .get(userId, items, now, now, HOLDER, now + 60 * MINUTE_MS),
      ) as number;
      return () => letGo(bulkId);
    },
    letGo: () => void letGo(),
    ageBulkUpdates: (byMs) =>
      write(() =>
        db
          .prepare(
            `update bulk_updates set created_at = created_at - ?, started_at = started_at - ?
             where status in (1, 3)`,
          )
          .run(byMs, byMs),
      ),
    backUp: (file) => void db.prepare("vacuum into ?").run(file),
    close: () => db.close(),
  };
}
