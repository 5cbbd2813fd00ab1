import type { Database, WriteTransaction } from "../../db/database.ts";
import { laterOf } from "../../db/later-of.ts";
import type { InsightName } from "../../insight-store/insight-repository.ts";
import { insertPhoto, insertPhotoFile, leaveUnused } from "../../insight-store/photo-repository.ts";
import { keepsItsId } from "../devices/cleared-query.ts";
import { touchDevice } from "./device-repository.ts";

/** An insight of the Sentinel, with its photo where it has one. */
export type PhotographedInsight = NonNullable<Awaited<ReturnType<typeof findInsight>>>;

export async function findInsight(db: Database, deviceRef: number, { table, sourceId }: InsightName) {
  return db.reader
    .selectFrom("insights")
    .leftJoin("photos", "photos.photo_id", "insights.photo_id")
    .leftJoin("photo_files", "photo_files.content_hash", "photos.content_hash")
    .where("insights.device_ref", "=", deviceRef)
    .where("insights.table_name", "=", table)
    .where("insights.source_id", "=", sourceId)
    .select([
      "insights.insight_id",
      "insights.time_stamp",
      "insights.file_ctime",
      "insights.photo_id",
      "photo_files.content_hash",
      "photo_files.bytes",
    ])
    .executeTakeFirst();
}

/** A photograph of which a part may be stored. `total_bytes` is 0 where its size is not known. */
export interface Upload {
  readonly upload_id: number;
  readonly total_bytes: number;
  readonly digest: string | null;
}

export async function findUpload(
  db: Database,
  deviceRef: number,
  { table, sourceId }: InsightName,
): Promise<Upload | undefined> {
  return db.reader
    .selectFrom("photo_uploads")
    .select(["upload_id", "total_bytes", "digest"])
    .where("device_ref", "=", deviceRef)
    .where("table_name", "=", table)
    .where("source_id", "=", sourceId)
    .executeTakeFirst();
}

/**
 * Records the start of a photograph, in the place of one that was begun before.
 *
 * @param hasRoom checks within the transaction that the photograph may be stored, and throws otherwise
 * @param removePart removes the part under its number. Run within the transaction, because a database that was rolled
 * back alone gives numbers out again whose parts are still there
 */
export async function beginUpload(
  db: Database,
  { deviceRef, of: { table, sourceId } }: { deviceRef: number; of: InsightName },
  photo: { total_bytes: number; digest: string | null },
  nowMs: number,
  {
    hasRoom,
    removePart,
  }: {
    hasRoom: (transaction: WriteTransaction) => Promise<void>;
    removePart: (uploadId: number) => Promise<void>;
  },
): Promise<Upload> {
  const fresh = { ...photo, received_bytes: 0, updated_at: nowMs };
  return db.write(async (transaction) => {
    await hasRoom(transaction);
    const upload = await transaction
      .insertInto("photo_uploads")
      .values({ device_ref: deviceRef, table_name: table, source_id: sourceId, created_at: nowMs, ...fresh })
      .onConflict((conflict) =>
        conflict.columns(["device_ref", "table_name", "source_id"]).doUpdateSet(fresh),
      )
      .returning(["upload_id", "total_bytes", "digest"])
      .executeTakeFirstOrThrow();
    await removePart(upload.upload_id);
    return upload;
  });
}

/** Records how much was received, for display and for the sweep. The length of the part on the disk is what counts. */
export async function noteReceived(
  db: Database,
  deviceRef: number,
  { upload_id }: Upload,
  { received, digest }: { received: number; digest: string | null },
  nowMs: number,
): Promise<void> {
  await db.write(async (transaction) => {
    await touchDevice(transaction, deviceRef, nowMs, null);
    await transaction
      .updateTable("photo_uploads")
      .set({ received_bytes: received, updated_at: nowMs, ...(digest === null ? {} : { digest }) })
      .where("upload_id", "=", upload_id)
      .execute();
  });
}

export async function deleteUpload(db: Database, { upload_id }: Upload): Promise<void> {
  await db.write((transaction) => endUpload(transaction, upload_id));
}

/**
 * Links a complete photograph to its insight and ends the upload, in one transaction.
 *
 * @param sightMs when the Sentinel saw it, by the camera-time rule
 * @returns the photo's id; null where the insight was deleted, got another photo or its Sentinel was cleared meanwhile
 */
export async function attachPhoto(
  db: Database,
  to: { deviceRef: number; table: string; insightId: number; sightMs: number },
  upload: Upload,
  stored: Parameters<typeof insertPhotoFile>[2],
  nowMs: number,
): Promise<number | null> {
  const { deviceRef, insightId } = to;
  return db.write(async (transaction) => {
    const { numUpdatedRows: devices } = await transaction
      .updateTable("devices")
      .set({ last_seen: laterOf("last_seen", nowMs), last_image_at: laterOf("last_image_at", to.sightMs) })
      .where("device_ref", "=", deviceRef)
      .where(() => keepsItsId)
      .executeTakeFirstOrThrow();
    const row = transaction.selectFrom("insights").select("photo_id").where("insight_id", "=", insightId);
    const insight = await db.locks.reading(row).executeTakeFirst();
    await endUpload(transaction, upload.upload_id);
    if (devices === 0n || insight === undefined || insight.photo_id !== null) {
      await leaveUnused(db, transaction, stored.contentHash, nowMs);
      return null;
    }
    await insertPhotoFile(db, transaction, stored, nowMs);
    return insertPhoto(transaction, {
      insight_id: insightId,
      device_ref: deviceRef,
      table_name: to.table,
      content_hash: stored.contentHash,
      source_name: null,
      created_at: nowMs,
    });
  });
}

async function endUpload(transaction: WriteTransaction, uploadId: number): Promise<void> {
  await transaction.deleteFrom("photo_uploads").where("upload_id", "=", uploadId).execute();
}
