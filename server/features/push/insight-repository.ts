import { sql } from "kysely";
import type { View } from "../../db/database.ts";
import { insightsWithGrants, reachableInsights } from "../insights/insight-scope-query.ts";

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

/**
 * Insights of a visit in the order of their arrival, with the times that tell each from another one with its number;
 * empty where the user does not reach the first one.
 */
export async function findVisitInsights(
  view: View,
  userId: number,
  { firstId, className, limit }: { firstId: number; className: string; limit: number },
): Promise<{ insightId: string; timeStampMs: number; fileCtimeMs: number | null }[]> {
  // The plus keeps SQLite from the index of the Sentinel, by which all of its insights would be read and sorted.
  const rows = await insightsWithGrants(view, userId)
    .where("i.set_aside", "=", 0)
    .where("i.insight_id", ">=", firstId)
    .where("i.class_name", "=", className)
    .where(sql<number>`+i.device_ref`, "=", (eb) =>
      eb.selectFrom("insights as first").select("first.device_ref").where("first.insight_id", "=", firstId),
    )
    .select(["i.insight_id", "i.time_stamp", "i.file_ctime"])
    .orderBy("i.insight_id")
    .limit(limit)
    .execute();
  if (Number(rows[0]?.insight_id) !== firstId) return [];
  return rows.map(({ insight_id, time_stamp, file_ctime }) => ({
    insightId: String(insight_id),
    timeStampMs: Number(time_stamp),
    fileCtimeMs: file_ctime === null ? null : Number(file_ctime),
  }));
}
