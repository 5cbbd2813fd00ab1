import { BULK_STATUS } from "../../src/domain/bulk-update.ts";
import type { InsightStatus } from "../../src/domain/insight/insight.ts";
import { checkServer, type Verdict } from "./checks.ts";
import type { FaultyProxy } from "./faulty-proxy.ts";
import type { Ledger } from "./ledger.ts";
import type { HeldWork, Phone } from "./phone.ts";
import type { Ranger } from "./ranger.ts";
import type { ServerPair } from "./server-pair.ts";
import { pause, releaseSentinels, type SoakDatabase } from "./soak-database.ts";
import type { Turnstile } from "./turnstile.ts";

/**
 * "restore": a backup is put into the database, as docs/operators.md says. "rollBack": the disk is put back as a whole,
 * with all that could tell that it happened.
 */
export type Loss = "restore" | "rollBack";

export interface LossParts {
  database: SoakDatabase;
  servers: ServerPair;
  ledger: Ledger;
  devices: readonly { phone: Phone; proxy: FaultyProxy; ranger: Ranger }[];
  /** All steps of people pass it. */
  people: Turnstile;
}

export function backUp({ servers, database }: LossParts): Promise<void> {
  return servers.whileStopped(() => database.whileClosed((storage) => storage.backUp()));
}

/**
 * Puts the last backup back. The old history is checked before, as at the end of a soak; then the ledger forgets what
 * is legitimately lost, and people learn which statuses the server has now.
 */
export async function loseHistory(parts: LossParts, how: Loss): Promise<Verdict | null> {
  const { servers, database, ledger, devices, people } = parts;
  await people.close();
  for (const { proxy } of devices) proxy.beginOutage();
  try {
    const rangers = devices.map(({ ranger }) => ranger);
    let verdict: Verdict | null = null;
    let held: ReadonlyMap<Ranger, HeldWork> = new Map();
    await servers.whileStopped(async () => {
      held = await heldWork(devices);
      verdict = await database.use((db) => checkServer(db, ledger, rangers, [], held));
      await database.whileClosed((storage) => storage[how]());
      await database.use(releaseSentinels);
      await forget(parts, held);
    });
    await untilAtRest(database);
    const statuses = await serverStatuses(database, rangers);
    for (const ranger of rangers) ranger.loseHistory(statuses, held.get(ranger)?.statuses ?? new Map());
    return verdict;
  } finally {
    for (const { proxy } of devices) proxy.endOutage();
    people.open();
  }
}

const AT_REST_READS = 3;
const AT_REST_EVERY_MS = 700;

/** What phones hold, once none has an answer of the stopped servers left to store. */
async function heldWork(devices: LossParts["devices"]): Promise<ReadonlyMap<Ranger, HeldWork>> {
  let last = "";
  for (let same = 0; ; ) {
    const held = new Map<Ranger, HeldWork>();
    for (const { ranger, phone } of devices) held.set(ranger, await phone.heldWork());
    const told = JSON.stringify(
      Array.from(held.values(), ({ keys, statuses }) => [[...keys], [...statuses]]),
    );
    same = told === last ? same + 1 : 0;
    if (same === AT_REST_READS) return held;
    last = told;
    await pause(AT_REST_EVERY_MS);
  }
}

async function forget({ database, ledger }: LossParts, held: ReadonlyMap<Ranger, HeldWork>): Promise<void> {
  const heldKeys = new Set(Array.from(held.values(), ({ keys }) => [...keys]).flat());
  const rows = await database.use((db) =>
    db.reader.selectFrom("bulk_updates").select("idempotency_key").execute(),
  );
  const there = new Set(rows.map(({ idempotency_key }) => idempotency_key));
  for (const { key } of ledger.batches()) if (!heldKeys.has(key) && !there.has(key)) ledger.forget(key);
}

/** Bulk updates that the backup had waiting run before any phone is heard. */
async function untilAtRest(database: SoakDatabase): Promise<void> {
  for (;;) {
    const open = await database.use((db) =>
      db.reader
        .selectFrom("bulk_updates")
        .select("bulk_id")
        .where("status", "in", [BULK_STATUS.waiting, BULK_STATUS.processing])
        .execute(),
    );
    if (open.length === 0) return;
    await pause(200);
  }
}

async function serverStatuses(database: SoakDatabase, rangers: readonly Ranger[]) {
  const ids = rangers.flatMap(({ steps }) => steps.own()).map(Number);
  const rows = await database.use((db) =>
    db.reader
      .selectFrom("insights")
      .select(["insight_id", "insight_status"])
      .where("insight_id", "<=", Math.max(...ids))
      .execute(),
  );
  return new Map(rows.map((row) => [String(row.insight_id), row.insight_status as InsightStatus]));
}
