import type { Database } from "../db/database.ts";

/**
 * A client's cursor is good for this long; a client that was away for longer fetches everything again. Tombstones
 * are kept a day longer, because their times come from the database's clock and a cursor's from the server's.
 */
export const FEED_KEPT_MS = 120 * 86_400_000;
const TOMBSTONES_KEPT_MS = FEED_KEPT_MS + 86_400_000;

/** Deletes tombstones that no cursor needs any more. @returns how many */
export async function sweepTombstones(db: Database, nowMs: number): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction
      .deleteFrom("tombstones")
      .where("created_at", "<", nowMs - TOMBSTONES_KEPT_MS)
      .executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
