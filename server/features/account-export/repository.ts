import type { Database } from "../../db/database.ts";
import { photosWithGrants } from "../insights/insight-scope-query.ts";

/** Every status that a user gave, in the order of the history, behind an entry of it. */
export async function readHistoryAfter(db: Database, userId: number, afterId: number, limit: number) {
  return db.reader
    .selectFrom("insight_history as h")
    .innerJoin("insights as i", "i.insight_id", "h.insight_id")
    .innerJoin("devices as d", "d.device_ref", "i.device_ref")
    .where("h.user_id", "=", userId)
    .where("h.history_id", ">", afterId)
    .select([
      "h.history_id",
      "h.insight_id",
      "d.device_id",
      "i.class_name",
      "h.from_status",
      "h.to_status",
      "h.at",
      "h.bulk_id",
    ])
    .orderBy("h.history_id")
    .limit(limit)
    .execute();
}

export async function readBulkUpdatesAfter(db: Database, userId: number, afterId: number, limit: number) {
  return db.reader
    .selectFrom("bulk_updates")
    .where("user_id", "=", userId)
    .where("bulk_id", ">", afterId)
    .select(["bulk_id", "status", "items", "outcomes", "created_at", "finished_at"])
    .orderBy("bulk_id")
    .limit(limit)
    .execute();
}

/** The files of the photos of all insights that a user reaches, behind a photo. */
export async function readPhotoFilesAfter(db: Database, userId: number, afterId: number, limit: number) {
  return photosWithGrants(db.reader, userId)
    .innerJoin("photo_files as f", "f.content_hash", "p.content_hash")
    .where("i.set_aside", "=", 0)
    .where("p.photo_id", ">", afterId)
    .select(["p.photo_id", "p.insight_id", "d.device_id", "f.content_hash", "f.media_type"])
    .orderBy("p.photo_id")
    .limit(limit)
    .execute();
}
