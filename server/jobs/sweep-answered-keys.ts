import { KEY_RETENTION_MS } from "../../src/domain/bulk-update.ts";
import { DAY_MS } from "../../src/domain/time.ts";
import type { Database } from "../db/database.ts";
import { deleteAnsweredKeysBefore, deleteFinishedBefore } from "./sweep-repository.ts";

/** One day more than a change may wait on a device before it is sent, because clocks differ. */
const DELETED_AFTER_MS = KEY_RETENTION_MS + DAY_MS;

/** Deletes idempotency keys that no client can still repeat. @returns how many */
export function sweepAnsweredKeys(db: Database, nowMs: number): Promise<number> {
  return deleteAnsweredKeysBefore(db, nowMs - DELETED_AFTER_MS);
}

const FINISHED_A_SLICE = 100;

/** Deletes finished bulk updates whose keys no client can still repeat, in short transactions. @returns how many */
export async function sweepBulkUpdates(db: Database, nowMs: number): Promise<number> {
  let deleted = 0;
  for (let slice = FINISHED_A_SLICE; slice === FINISHED_A_SLICE; deleted += slice) {
    slice = await deleteFinishedBefore(db, nowMs - DELETED_AFTER_MS, FINISHED_A_SLICE);
  }
  return deleted;
}
