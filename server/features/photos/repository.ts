import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { type PageBounds, photosWithGrants, reachableInsights } from "../insights/insight-scope-query.ts";

export interface PhotoRow {
  photo_id: number;
  insight_id: number;
  device_id: string;
  table_name: string;
  created_at: number;
}

export interface PhotoFile {
  content_hash: string;
  media_type: string;
  bytes: number;
}

/**
 * Some of the photos of all insights that the user reaches, newest first.
 *
 * @param after the photo behind which to begin, so that a long list is read in slices
 */
export async function readPhotoRows(
  db: Database,
  userId: number,
  { limit, offset }: PageBounds,
  after: Pick<PhotoRow, "created_at" | "photo_id"> | null = null,
): Promise<PhotoRow[]> {
  let photos = photosWithGrants(db.reader, userId)
    .where("i.set_aside", "=", 0)
    .select(["p.photo_id", "p.insight_id", "d.device_id", "p.table_name", "p.created_at"])
    .orderBy("p.created_at", "desc")
    .orderBy("p.photo_id", "desc")
    .limit(limit)
    .offset(offset);
  if (after !== null) {
    photos = photos.where(
      sql<boolean>`(p.created_at, p.photo_id) < (${after.created_at}, ${after.photo_id})`,
    );
  }
  return photos.execute();
}

/** The file of a photo, where the user reaches its insight; null else. */
export async function findPhotoFile(
  db: Database,
  userId: number,
  deviceId: string,
  photoId: number,
): Promise<PhotoFile | null> {
  const file = await reachableInsights(db.reader, userId)
    .innerJoin("photos as p", "p.insight_id", "i.insight_id")
    .innerJoin("devices as d", "d.device_ref", "p.device_ref")
    .innerJoin("photo_files as f", "f.content_hash", "p.content_hash")
    .where("p.photo_id", "=", photoId)
    .where("d.device_id", "=", deviceId)
    .select(["f.content_hash", "f.media_type", "f.bytes"])
    .executeTakeFirst();
  return file ?? null;
}
