import { DAY_MS } from "../../src/domain/time.ts";
import type { Database } from "../db/database.ts";
import { deleteAnsweredKeysBefore } from "./sweep-repository.ts";

/** A change may wait on a device for 120 days before it is sent; one day more, because clocks differ. */
const KEY_RETENTION_MS = 121 * DAY_MS;

/** Deletes idempotency keys that no client can still repeat. @returns how many */
export function sweepAnsweredKeys(db: Database, nowMs: number): Promise<number> {
  return deleteAnsweredKeysBefore(db, nowMs - KEY_RETENTION_MS);
}
