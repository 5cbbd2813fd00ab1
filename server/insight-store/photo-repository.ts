import { type Insertable, sql } from "kysely";
import type { Database, View, WriteTransaction } from "../db/database.ts";
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
  await countBytes(transaction, photo);
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
 * Queues for removal a file that is in the store and that no photo will name; the job that removes unused files leaves
 * it where a photo names it.
 */
export async function leaveUnused(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  contentHash: string,
  nowMs: number,
): Promise<void> {
  const unused = [{ content_hash: contentHash, since: nowMs }];
  await dialect.insertMany(transaction, "unused_photo_files", unused, ["content_hash"]);
}

/** Adds the bytes of a photo to those of its Sentinel, unless another photo of the Sentinel has the same content. */
async function countBytes(
  transaction: WriteTransaction,
  { device_ref, content_hash }: Pick<Insertable<PhotoTable>, "device_ref" | "content_hash">,
): Promise<void> {
  await sql`
    insert into device_photo_bytes (device_ref, photo_bytes)
    select cast(${device_ref} as bigint), f.bytes from photo_files f
    where f.content_hash = ${content_hash} and not exists (
      select 1 from photos p where p.content_hash = f.content_hash and p.device_ref = ${device_ref}
    )
    on conflict (device_ref) do update set photo_bytes = device_photo_bytes.photo_bytes + excluded.photo_bytes
  `.execute(transaction);
}

/**
 * The imported insights of a Sentinel with these source ids, each with the id of its photo of this content, where
 * it has one. Sentinel and insights stay locked, so that of two imports at once the second finds the first's photo.
 */
export async function lockImportedWithPhoto(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  of: ImportedPhoto,
) {
  const device = transaction
    .selectFrom("devices")
    .select("device_ref")
    .where("device_ref", "=", of.deviceRef);
  await locks.lock(transaction, device);
  const named = insightsNamed(transaction, of);
  await locks.lock(transaction, named.select("insights.insight_id").orderBy("insights.insight_id"));
  return findImportedWithPhoto(transaction, of);
}

/**
 * The insights of an imported picture. `photo_id` is null for those that do not have the photo; `newest_photo_id` and
 * `newest_name` are those of the newest photo that each has, of whatever content, null without one.
 */
export async function findImportedWithPhoto(view: View, of: ImportedPhoto) {
  return insightsNamed(view, of)
    .leftJoin("photos", (join) =>
      join
        .onRef("photos.insight_id", "=", "insights.insight_id")
        .on("photos.content_hash", "=", of.contentHash),
    )
    .leftJoin("photos as newest", "newest.photo_id", "insights.photo_id")
    .select([
      "insights.insight_id",
      "insights.time_stamp",
      "insights.file_ctime",
      "photos.photo_id",
      "insights.photo_id as newest_photo_id",
      "newest.source_name as newest_name",
    ])
    .execute();
}

interface ImportedPhoto {
  deviceRef: number;
  sourceIds: readonly string[];
  contentHash: string;
}

function insightsNamed(view: View, { deviceRef, sourceIds }: ImportedPhoto) {
  return view
    .selectFrom("insights")
    .where("insights.device_ref", "=", deviceRef)
    .where("insights.table_name", "=", DEFAULT_TABLE_NAME)
    .where("insights.source_id", "in", sourceIds);
}
