import { DAY_MS } from "../../src/domain/time.ts";
import type { Database } from "../db/database.ts";
import type { PartFolder } from "../files/part-folder.ts";
import { deleteUploadsBefore, findUploadIds } from "./sweep-repository.ts";

/** A Sentinel may be out of reach for weeks; an upload that is unfinished after this time starts again. */
const UPLOAD_RETENTION_MS = 30 * DAY_MS;
/** A part without a row belongs to a deleted Sentinel, or to a row that another process is about to insert. */
const STRAY_RETENTION_MS = DAY_MS;

/** Deletes uploads of photos that were not finished, with their parts. @returns how many */
export async function sweepUploads(db: Database, parts: PartFolder, nowMs: number): Promise<number> {
  const deleted = await deleteUploadsBefore(db, nowMs - UPLOAD_RETENTION_MS);
  for (const uploadId of deleted) await parts.remove(uploadId);
  const known = new Set(await findUploadIds(db));
  for (const { uploadId, changedMs } of await parts.list()) {
    if (!known.has(uploadId) && changedMs < nowMs - STRAY_RETENTION_MS) await parts.remove(uploadId);
  }
  return deleted.length;
}
