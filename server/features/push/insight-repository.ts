import type { View } from "../../db/database.ts";
import { reachableInsights } from "../insights/insight-scope-query.ts";

/** The picture file of an insight, where the user reaches the insight; null else, and where it has none. */
export async function findInsightPhoto(
  view: View,
  userId: number,
  insightId: number,
): Promise<{ content_hash: string; media_type: string; bytes: number } | null> {
  const file = await reachableInsights(view, userId)
    .innerJoin("photos as p", "p.photo_id", "i.photo_id")
    .innerJoin("photo_files as f", "f.content_hash", "p.content_hash")
    .where("i.insight_id", "=", insightId)
    .select(["f.content_hash", "f.media_type", "f.bytes"])
    .executeTakeFirst();
  return file ?? null;
}

/** The times that tell an insight from another one with its number; null where the user does not reach it. */
export async function findInsightTimes(
  view: View,
  userId: number,
  insightId: number,
): Promise<{ timeStampMs: number; fileCtimeMs: number | null } | null> {
  const row = await reachableInsights(view, userId)
    .where("i.insight_id", "=", insightId)
    .select(["i.time_stamp", "i.file_ctime"])
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    timeStampMs: Number(row.time_stamp),
    fileCtimeMs: row.file_ctime === null ? null : Number(row.file_ctime),
  };
}
