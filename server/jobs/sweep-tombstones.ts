import { DAY_MS } from "../../src/domain/time.ts";
import type { Database } from "../db/database.ts";
import { deleteFeedMarksBefore, deleteReplacedBefore, deleteTombstonesBefore } from "./sweep-repository.ts";

/** A cursor is valid for this long; a client that was away for longer fetches everything again. */
export const FEED_RETENTION_MS = 120 * DAY_MS;
/** One day more: tombstones have the time of the database's clock, cursors that of the server's. */
const TOMBSTONE_RETENTION_MS = FEED_RETENTION_MS + DAY_MS;

/** Deletes tombstones that no valid cursor needs. @returns how many */
export function sweepTombstones(db: Database, nowMs: number): Promise<number> {
  return deleteTombstonesBefore(db, nowMs - TOMBSTONE_RETENTION_MS);
}

/** Deletes replaced decisions that nobody dismissed in so long. @returns how many */
export function sweepReplacedDecisions(db: Database, nowMs: number): Promise<number> {
  return deleteReplacedBefore(db, nowMs - FEED_RETENTION_MS);
}

/** Deletes marks of positions that no valid cursor has. @returns how many */
export function sweepFeedMarks(db: Database, nowMs: number): Promise<number> {
  return deleteFeedMarksBefore(db, nowMs - TOMBSTONE_RETENTION_MS);
}
