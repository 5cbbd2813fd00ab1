import { sql } from "kysely";
import { isRecentEnough } from "../../../../src/domain/offline/retention.ts";
import { PHOTO_FIELDS } from "../../../../src/protocol/records/feed-records.ts";
import { feedColumns } from "../../../record-values.ts";
import { isOneOf, photosWithGrants } from "../../insights/insight-scope-query.ts";
import { widensDays } from "./insight-repository.ts";
import { NOTHING, partOf, type Stage, type StageInput, type StagePart, type TablePart } from "./stage.ts";

/** All photos of insights that the retention has, newest first. */
export const allPhotos: Stage = async (input) =>
  input.photos === "gone" ? NOTHING : wholePart(input, newestFirst(input));

/** Photos of Sentinels that are reset in this round, as far as the retention has them, newest first. */
export const photosOfResetSentinels: Stage = async (input) => {
  const { window, reach, photos } = input;
  if (window === null || reach.resetRefs.length === 0 || photos === "gone") return NOTHING;
  return wholePart(input, newestFirst(input).where(isOneOf("p.device_ref", reach.resetRefs)));
};

/** Photos of all other Sentinels that a wider window of days adds. */
export const olderPhotos: Stage = async (input) => {
  const { window, from, retention, photos } = input;
  if (window === null || !widensDays(from, retention) || photos === "gone") return NOTHING;
  return wholePart(input, notReset(newestFirst(input), input).where("i.time_stamp", "<", from.since ?? 0));
};

/**
 * Photos written in this round; those of insights that are set aside or too old are sent as gone. A photo also counts
 * as written when its insight moves in time, is set aside or is restored.
 */
export const changedPhotos: Stage = async (input) => {
  const { feed, window, after, limit, retention, photos } = input;
  if (window === null) return NOTHING;
  let query = notReset(reach(input), input)
    .where(feed.changedBetween("p.xid", window.base, window.target))
    .orderBy("p.xid")
    .orderBy("p.photo_id")
    .limit(limit);
  if (input.reach.retainedRefs !== null)
    query = query.where(isOneOf("p.device_ref", input.reach.retainedRefs));
  if (after !== null) {
    query = query.where(feed.isBehind("p.xid", "p.photo_id", { xid: String(after[0]), id: after[1] }));
  }
  const rows = await query.execute();
  const isHere = (row: PhotoRow) => row.set_aside === 0 && isRecentEnough(row.time_stamp, retention.since);
  const gone = rows.filter((row) => !isHere(row)).map((row) => String(row.photo_id));
  const here = photos === "gone" ? [] : rows.filter(isHere);
  return partOf(rows, limit, (row) => [row.xid, row.photo_id], [{ ...photoRows(here), gone }]);
};

type PhotoRead = ReturnType<typeof reach>;
type PhotoRow = Awaited<ReturnType<PhotoRead["execute"]>>[number];

async function wholePart({ limit }: StageInput, read: PhotoRead): Promise<StagePart> {
  const rows = await read.execute();
  return partOf(rows, limit, (row) => [row.created_at, row.photo_id], [photoRows(rows)]);
}

function newestFirst(input: StageInput): PhotoRead {
  const { after, limit, retention } = input;
  let query = reach(input)
    .where("i.set_aside", "=", 0)
    .orderBy("p.created_at", "desc")
    .orderBy("p.photo_id", "desc")
    .limit(limit);
  if (retention.since !== null) query = query.where("i.time_stamp", ">=", retention.since);
  if (input.reach.retainedRefs !== null)
    query = query.where(isOneOf("p.device_ref", input.reach.retainedRefs));
  if (after === null) return query;
  return query.where(sql<boolean>`(p.created_at, p.photo_id) < (${Number(after[0])}, ${after[1]})`);
}

function notReset(read: PhotoRead, { reach: { resetRefs } }: StageInput): PhotoRead {
  return resetRefs.length === 0 ? read : read.where(({ not }) => not(isOneOf("p.device_ref", resetRefs)));
}

function reach({ view, userId }: StageInput) {
  return photosWithGrants(view, userId).select([
    "p.photo_id",
    "p.insight_id",
    "d.device_id",
    "p.table_name",
    "p.created_at",
    "p.xid",
    "i.set_aside",
    "i.time_stamp",
  ]);
}

function photoRows(rows: readonly PhotoRow[]): TablePart {
  const columns = feedColumns(PHOTO_FIELDS, rows, {});
  return { table: "photos", rows: rows.length, columns, gone: [] };
}
