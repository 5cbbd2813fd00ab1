import { DAY_MS } from "../../src/domain/time.ts";
import type { Database } from "../db/database.ts";
import { deleteAuditBefore } from "./sweep-repository.ts";

/** Deletes entries of the audit log that are older than so many days; null: keeps all. @returns how many */
export async function sweepAudit(db: Database, nowMs: number, days: number | null): Promise<number> {
  return days === null ? 0 : deleteAuditBefore(db, nowMs - days * DAY_MS);
}
