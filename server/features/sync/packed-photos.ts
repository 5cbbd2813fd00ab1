import { sql } from "kysely";
import { INSIGHT_SENTENCES } from "../../../src/messages/server-insights.ts";
import type { PackedPhotos } from "../../../src/protocol/sync-estimate.ts";
import { invalid } from "../../api-error.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type Selection, selectedInsights, sinceOf } from "./selection.ts";

/**
 * A page of the photographs of selected insights, newest insights first. A photo that comes while the pages are read
 * is in them or is not; asked again from the beginning, it is.
 *
 * @param page.after what the page before gave as `next`
 * @throws ApiError invalid (`errors.after`)
 */
export async function packedPhotosOf(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  userId: number,
  selection: Selection,
  page: { days: number | null; limit: number; after: string | null },
): Promise<PackedPhotos["message"]> {
  const since = sinceOf(page.days, clock.now());
  let query = selectedInsights(db.reader, userId, selection)
    .innerJoin("photos as p", "p.insight_id", "i.insight_id")
    .innerJoin("photo_files as f", "f.content_hash", "p.content_hash")
    .innerJoin("devices as d", "d.device_ref", "i.device_ref")
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc")
    .orderBy("p.photo_id", "desc")
    .limit(page.limit)
    .select(["p.photo_id", "i.insight_id", "i.time_stamp", "d.device_id", "f.media_type", "f.bytes"]);
  if (since !== null) query = query.where("i.time_stamp", ">=", since);
  if (page.after !== null) {
    const [time, insight, photo] = placeOf(page.after);
    // The first bound is implied by the second; it lets the walk begin at its place in the index on time.
    query = query.where("i.time_stamp", "<=", time);
    query = query.where(
      sql<boolean>`(i.time_stamp, i.insight_id, p.photo_id) < (${time}, ${insight}, ${photo})`,
    );
  }
  const rows = await query.execute();
  const last = rows.length < page.limit ? undefined : rows.at(-1);
  return {
    photos: rows.map((row) => ({
      path: String(row.photo_id),
      insightId: String(row.insight_id),
      deviceId: row.device_id,
      mediaType: row.media_type,
      bytes: row.bytes,
    })),
    next: last === undefined ? null : `${last.time_stamp}.${last.insight_id}.${last.photo_id}`,
  };
}

function placeOf(after: string): [time: number, insight: number, photo: number] {
  const match = /^(-?\d{1,15})\.(\d{1,15})\.(\d{1,15})$/.exec(after);
  if (!match) throw invalid({ after: INSIGHT_SENTENCES.photosAfter });
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}
