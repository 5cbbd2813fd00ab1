import { sql } from "kysely";
import { photosWithGrants } from "../insights/insight-scope.ts";
import { hasNewSentinels } from "./insight-stages.ts";
import { partOf, type Stage, type StageInput, type TablePart, toColumns } from "./sync-part.ts";

/** All photos of insights that the user reaches, newest first. */
export const allPhotos: Stage = async (input) => {
  const rows = await newestFirst(input).execute();
  return partOf(rows, input.limit, (row) => [row.created_at, row.photo_id], [photoRows(rows)]);
};

/** All photos of Sentinels that were granted in this round, newest first. */
export const photosOfNewSentinels: Stage = async (input) => {
  const { window, feed } = input;
  if (window === null || !(await hasNewSentinels(input))) return { tables: [], count: 0, next: null };
  const rows = await newestFirst(input)
    .where(feed.changedBetween("du.xid", window.base, window.target))
    .execute();
  return partOf(rows, input.limit, (row) => [row.created_at, row.photo_id], [photoRows(rows)]);
};

/** Photos that were written in this round. */
export const changedPhotos: Stage = async (input) => {
  const { feed, window, after, limit } = input;
  if (window === null) return { tables: [], count: 0, next: null };
  let query = reach(input)
    .where(feed.changedBetween("p.xid", window.base, window.target))
    .where(({ not }) => not(feed.changedBetween("du.xid", window.base, window.target)))
    .orderBy("p.xid")
    .orderBy("p.photo_id")
    .limit(limit);
  if (after !== null) {
    query = query.where(feed.isBehind("p.xid", "p.photo_id", { xid: String(after[0]), id: after[1] }));
  }
  const rows = await query.execute();
  return partOf(rows, limit, (row) => [row.xid, row.photo_id], [photoRows(rows)]);
};

type PhotoRow = Awaited<ReturnType<ReturnType<typeof reach>["execute"]>>[number];

function newestFirst(input: StageInput) {
  const { after, limit } = input;
  const query = reach(input).orderBy("p.created_at", "desc").orderBy("p.photo_id", "desc").limit(limit);
  if (after === null) return query;
  return query.where(sql<boolean>`(p.created_at, p.photo_id) < (${Number(after[0])}, ${after[1]})`);
}

function reach({ view, userId }: StageInput) {
  return photosWithGrants(view, userId).select([
    "p.photo_id",
    "p.insight_id",
    "d.device_id",
    "p.table_name",
    "p.created_at",
    "p.xid",
  ]);
}

function photoRows(rows: readonly PhotoRow[]): TablePart {
  const columns = toColumns(rows, {
    path: (row) => String(row.photo_id),
    insightId: (row) => String(row.insight_id),
    deviceId: (row) => row.device_id,
    table: (row) => row.table_name,
    createdAt: (row) => row.created_at,
  });
  return { table: "photos", rows: rows.length, columns, gone: [] };
}
