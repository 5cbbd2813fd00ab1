import type { Database } from "../db/database.ts";

/** As long as a change may wait on a device before it is sent, and a day more: clocks differ. */
const KEYS_KEPT_MS = 121 * 86_400_000;

/** Forgets idempotency keys that no sender can still repeat. @returns how many */
export async function sweepAnsweredKeys(db: Database, nowMs: number): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction
      .deleteFrom("answered_keys")
      .where("created_at", "<", nowMs - KEYS_KEPT_MS)
      .executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
