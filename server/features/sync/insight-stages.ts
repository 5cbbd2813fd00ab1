import { type SelectQueryBuilder, sql } from "kysely";
import { insightsWithGrants } from "../insights/insight-scope.ts";
import { INSIGHT_COLUMNS, type InsightColumns, insightColumns } from "./insight-columns.ts";
import type { RowPlace } from "./sync-cursor.ts";
import type { Stage, StageInput, StagePart, TablePart } from "./sync-part.ts";

/** The first sync, newest first: the index on time is walked once over all pages. */
export const allInsights: Stage = async (input) =>
  wholePart(input, await readColumns(input, newestFirst(input)));

/** All insights of Sentinels that were granted in this round, newest first. */
export const insightsOfNewSentinels: Stage = async (input) => {
  const { window, feed } = input;
  if (window === null || !(await hasNewSentinels(input))) return { tables: [], count: 0, next: null };
  const granted = newestFirst(input).where(feed.changedBetween("du.xid", window.base, window.target));
  return wholePart(input, await readColumns(input, granted));
};

/** Insights that were written in this round, but for those of Sentinels that are sent whole; set aside is gone. */
export const changedInsights: Stage = async (input) => {
  const { view, feed, window, userId, after, limit } = input;
  if (window === null) return { tables: [], count: 0, next: null };
  let query = reach(input)
    .where(feed.changedBetween("i.xid", window.base, window.target))
    .where(({ not }) => not(feed.changedBetween("du.xid", window.base, window.target)))
    .orderBy("i.xid")
    .orderBy("i.insight_id")
    .limit(limit);
  if (after !== null) {
    query = query.where(feed.isBehind("i.xid", "i.insight_id", { xid: String(after[0]), id: after[1] }));
  }
  const read = await readColumns(input, query);
  const gone = read.insight_id.filter((_, row) => read.set_aside[row] !== 0).map(Number);
  const here = gone.length === 0 ? read : rowsOf(read, (row) => read.set_aside[row] === 0);
  const tables: TablePart[] = [{ ...insightPart(here), gone: gone.map(String) }];
  if (gone.length > 0) {
    const photos = await view
      .selectFrom("photos as p")
      .innerJoin("device_users as du", "du.device_ref", "p.device_ref")
      .where("du.user_id", "=", userId)
      .where("p.insight_id", "in", gone)
      .select("p.photo_id")
      .execute();
    tables.push({ table: "photos", rows: 0, columns: {}, gone: photos.map((row) => String(row.photo_id)) });
  }
  const count = read.insight_id.length;
  const last = count - 1;
  const next: RowPlace | null =
    count > 0 && count >= limit ? [String(read.xid[last]), Number(read.insight_id[last])] : null;
  return { tables, count, next };
};

/** Whether the round brings Sentinels that are to be sent whole: asked first, because it rarely does. */
export async function hasNewSentinels({ view, feed, window, userId }: StageInput): Promise<boolean> {
  if (window === null) return false;
  const found = await view
    .selectFrom("device_users as du")
    .select("du.device_ref")
    .where("du.user_id", "=", userId)
    .where(feed.changedBetween("du.xid", window.base, window.target))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function newestFirst(input: StageInput) {
  const { after, limit } = input;
  const query = reach(input)
    .where("i.set_aside", "=", 0)
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc")
    .limit(limit);
  if (after === null) return query;
  return query.where(sql<boolean>`(i.time_stamp, i.insight_id) < (${Number(after[0])}, ${after[1]})`);
}

function reach({ view, userId }: StageInput) {
  return insightsWithGrants(view, userId)
    .innerJoin("devices as d", "d.device_ref", "i.device_ref")
    .leftJoin("collections as c", "c.collection_id", "i.collection_id")
    .select([
      "i.insight_id",
      "i.source_id",
      "d.device_id",
      "i.alg_id",
      "i.class_name",
      "i.class_id",
      "i.class_list",
      "i.confidence",
      "i.group_confidence",
      "i.is_from_lora",
      "i.time_stamp",
      "i.file_ctime",
      "i.comms_source",
      "i.latitude",
      "i.longitude",
      "i.photo_id",
      "i.photo_created_at",
      "i.insight_status",
      "i.user_confirmed",
      "i.collection_id",
      "c.window_start",
      "c.window_end",
      "i.table_name",
      "i.set_aside",
      "i.xid",
    ]);
}

/** A query's rows as columns, which the database makes: ten thousand rows as objects take four times as long. */
async function readColumns<DB, TB extends keyof DB, Output>(
  { view, dialect }: StageInput,
  query: SelectQueryBuilder<DB, TB, Output>,
): Promise<InsightColumns> {
  const columns = INSIGHT_COLUMNS.map((name) => sql`${dialect.jsonColumn(`r.${name}`)} as ${sql.id(name)}`);
  const { rows } = await sql<Record<keyof InsightColumns, string>>`
    select ${sql.join(columns)} from (${query}) as r
  `.execute(view);
  const [texts] = rows;
  return Object.fromEntries(
    INSIGHT_COLUMNS.map((name) => [name, JSON.parse(texts?.[name] ?? "[]")]),
  ) as InsightColumns;
}

function rowsOf(read: InsightColumns, isKept: (row: number) => boolean): InsightColumns {
  const kept = INSIGHT_COLUMNS.map((name) => [name, read[name].filter((_, row) => isKept(row))]);
  return Object.fromEntries(kept) as InsightColumns;
}

function wholePart({ limit }: StageInput, read: InsightColumns): StagePart {
  const count = read.insight_id.length;
  const last = count - 1;
  const next: RowPlace | null =
    count > 0 && count >= limit ? [Number(read.time_stamp[last]), Number(read.insight_id[last])] : null;
  return { tables: [insightPart(read)], count, next };
}

function insightPart(read: InsightColumns): TablePart {
  return { table: "insights", rows: read.insight_id.length, columns: insightColumns(read), gone: [] };
}
