import type { Insertable } from "kysely";
import type { Database, WriteTransaction } from "../db/database.ts";
import type { PhotoTable } from "../db/schema/insights.ts";
import type { StoredPhoto } from "../files/photo-store.ts";
import { DEFAULT_TABLE_NAME, type InsightValues } from "./insight-values.ts";

/** Records a stored picture's bytes and size, once for each content. */
export async function insertPhotoFile(
  db: Database,
  transaction: WriteTransaction,
  photo: StoredPhoto,
  nowMs: number,
): Promise<void> {
  await insertPhotoFiles(db, transaction, [photo], nowMs);
}

export async function insertPhotoFiles(
  db: Database,
  transaction: WriteTransaction,
  photos: readonly StoredPhoto[],
  nowMs: number,
): Promise<void> {
  const rows = photos.map(({ contentHash, mediaType, bytes, width, height }) => ({
    content_hash: contentHash,
    media_type: mediaType,
    bytes,
    width,
    height,
    created_at: nowMs,
  }));
  // A file that no photo named until now may be about to be dropped; the lock decides which of the two comes first.
  const hashes = rows.map(({ content_hash }) => content_hash);
  if (hashes.length === 0) return;
  const known = transaction.selectFrom("photo_files").where("content_hash", "in", hashes);
  await db.locks.lock(transaction, known.select("content_hash").orderBy("content_hash"), "no key update");
  await db.dialect.insertMany(transaction, "photo_files", rows, ["content_hash"]);
}

/**
 * Makes a photo the newest of its insight.
 *
 * @param times of the insight, where the photo states them
 * @returns the photo's id, on the wire its key
 */
export async function insertPhoto(
  transaction: WriteTransaction,
  photo: Omit<Insertable<PhotoTable>, "photo_id" | "xid">,
  times: InsightValues = {},
): Promise<number> {
  const { photo_id } = await transaction
    .insertInto("photos")
    .values(photo)
    .returning("photo_id")
    .executeTakeFirstOrThrow();
  const photoId = Number(photo_id);
  await transaction
    .updateTable("insights")
    .set({ photo_id: photoId, photo_created_at: photo.created_at, ...times })
    .where("insight_id", "=", photo.insight_id)
    .execute();
  return photoId;
}

/**
 * The imported insights of a Sentinel with these source ids, each with the id of its photo of this content, where
 * it has one. Sentinel and insights stay locked, so that of two imports at once the second finds the first's photo.
 */
export async function lockImportedWithPhoto(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  of: { deviceRef: number; sourceIds: readonly string[]; contentHash: string },
) {
  const device = transaction
    .selectFrom("devices")
    .select("device_ref")
    .where("device_ref", "=", of.deviceRef);
  await locks.lock(transaction, device);
  const named = transaction
    .selectFrom("insights")
    .where("insights.device_ref", "=", of.deviceRef)
    .where("insights.table_name", "=", DEFAULT_TABLE_NAME)
    .where("insights.source_id", "in", of.sourceIds);
  await locks.lock(transaction, named.select("insights.insight_id").orderBy("insights.insight_id"));
  return named
    .leftJoin("photos", (join) =>
      join
        .onRef("photos.insight_id", "=", "insights.insight_id")
        .on("photos.content_hash", "=", of.contentHash),
    )
    .select(["insights.insight_id", "insights.time_stamp", "insights.file_ctime", "photos.photo_id"])
    .execute();
}
