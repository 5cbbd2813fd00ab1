import type { Database } from "../db/database.ts";
import type { PartFolder } from "../files/part-folder.ts";

/** A Sentinel may be out of reach for weeks; what it has not finished after this it begins anew. */
const UPLOADS_KEPT_MS = 30 * 86_400_000;
/** A part without its row belongs to a Sentinel that was deleted, or to a row that another process is about to make. */
const STRAYS_KEPT_MS = 86_400_000;

/** Deletes photographs that began to come and were not finished. @returns how many */
export async function sweepUploads(db: Database, parts: PartFolder, nowMs: number): Promise<number> {
  const swept = await db.write((transaction) =>
    transaction
      .deleteFrom("photo_uploads")
      .where("updated_at", "<", nowMs - UPLOADS_KEPT_MS)
      .returning("upload_id")
      .execute(),
  );
  for (const { upload_id } of swept) await parts.remove(upload_id);
  const rows = await db.reader.selectFrom("photo_uploads").select("upload_id").execute();
  const known = new Set(rows.map(({ upload_id }) => upload_id));
  for (const { uploadId, changedMs } of await parts.list()) {
    if (!known.has(uploadId) && changedMs < nowMs - STRAYS_KEPT_MS) await parts.remove(uploadId);
  }
  return swept.length;
}
