import type { Insertable, Transaction } from "kysely";
import type { Database } from "../db/database.ts";
import type { PhotoTable, Schema } from "../db/schema.ts";
import type { StoredPhoto } from "../files/photo-store.ts";

/** What is known of a stored picture's bytes; once for each content. */
export async function insertPhotoFile(
  db: Database,
  transaction: Transaction<Schema>,
  { contentHash, mediaType, bytes, width, height }: StoredPhoto,
  nowMs: number,
): Promise<void> {
  await db.dialect.insertMany(
    transaction,
    "photo_files",
    [{ content_hash: contentHash, media_type: mediaType, bytes, width, height, created_at: nowMs }],
    ["content_hash"],
  );
}

/**
 * Makes a photo the newest of its insight.
 *
 * @param times of the insight, where the photo tells them
 * @returns the photo's id, on the wire its key
 */
export async function insertPhoto(
  transaction: Transaction<Schema>,
  photo: Omit<Insertable<PhotoTable>, "photo_id" | "xid">,
  times: Readonly<Record<string, string | number | null>> = {},
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
