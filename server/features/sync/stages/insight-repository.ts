import { type SelectQueryBuilder, sql } from "kysely";
import { isRecentEnough, type Retention } from "../../../../src/domain/offline/retention.ts";
import { INSIGHT_SOURCES } from "../../insights/insight-fields-query.ts";
import { insightsWithGrants, isOneOf } from "../../insights/insight-scope-query.ts";
import { insightSize, readSizesOf, rowsThatFit } from "../../insights/list-parts-query.ts";
import type { RowPlace } from "../sync-cursor.ts";
import { INSIGHT_COLUMNS, type InsightColumns, insightColumns } from "./insight-columns.ts";
import { NOTHING, type Stage, type StageInput, type StagePart, type TablePart } from "./stage.ts";

/** The first sync, newest first, along the index on time over all pages. */
export const allInsights: Stage = async (input) =>
  wholePart(input, await readPage(input, retainedOnly(newestFirst(input), input)));

/** The newest insights as columns of the wire. */
export async function readNewest(input: ReadInput): Promise<TablePart["columns"]> {
  return insightColumns(await readColumns(input, newestFirst(input)));
}

/** Insights of Sentinels that are reset in this round, as far as the retention has them, newest first. */
export const insightsOfResetSentinels: Stage = async (input) => {
  const { window, reach } = input;
  if (window === null || reach.resetRefs.length === 0) return NOTHING;
  const reset = newestFirst(input).where(isOneOf("i.device_ref", reach.resetRefs));
  return wholePart(input, await readPage(input, retainedOnly(reset, input)));
};

/** Insights of all other Sentinels that a wider window of days adds, newest first. */
export const olderInsights: Stage = async (input) => {
  const { window, from, retention } = input;
  if (window === null || !widensDays(from, retention)) return NOTHING;
  const older = notReset(newestFirst(input), input).where("i.time_stamp", "<", from.since ?? 0);
  return wholePart(input, await readPage(input, retainedOnly(older, input)));
};

/**
 * Insights written in this round, except those of Sentinels that are reset. One that is set aside or too old is sent
 * as gone, because the client may hold it with another time.
 */
export const changedInsights: Stage = async (input) => {
  const { feed, window, after, limit, retention } = input;
  if (window === null) return NOTHING;
  let query = notReset(reach(input), input)
    .where(feed.changedBetween("i.xid", window.base, window.target))
    .orderBy("i.xid")
    .orderBy("i.insight_id")
    .limit(limit);
  if (input.reach.retainedRefs !== null)
    query = query.where(isOneOf("i.device_ref", input.reach.retainedRefs));
  if (after !== null) {
    query = query.where(feed.isBehind("i.xid", "i.insight_id", { xid: String(after[0]), id: after[1] }));
  }
  const { read, bytes, isFull } = await readPage(input, query);
  const isHere = (row: number) =>
    read.set_aside[row] === 0 && isRecentEnough(Number(read.time_stamp[row]), retention.since);
  const gone = read.insight_id.filter((_, row) => !isHere(row)).map(String);
  const here = gone.length === 0 ? read : rowsOf(read, isHere);
  const count = read.insight_id.length;
  const last = count - 1;
  const next: RowPlace | null =
    count > 0 && (isFull || count >= limit) ? [String(read.xid[last]), Number(read.insight_id[last])] : null;
  return { tables: [{ ...insightPart(here), gone }], count, next, bytes, isFull };
};

/** Ids and bytes of those of these insights that were written after the round's target, without those in the page already. */
export async function sizesOfReplaced(
  input: StageInput,
  insightIds: readonly number[],
): Promise<{ insight_id: number; size: number }[]> {
  const inPage = new Set(
    input.sent.filter(({ table }) => table === "insights").flatMap(({ columns }) => columns.insight_id ?? []),
  );
  const asked = insightIds.filter((id) => !inPage.has(String(id)));
  if (asked.length === 0) return [];
  const read = retainedOnly(replacedSince(input, asked), input);
  const { rows } = await sql<{ insight_id: number; size: number }>`
    select r.insight_id, ${insightSize("r")} as size from (${read}) as r
  `.execute(input.view);
  return rows.map(({ insight_id, size }) => ({ insight_id: Number(insight_id), size: Number(size) }));
}

/** Those of these insights that were written after the round's target, in their present state. */
export async function insightsReplacedSince(
  input: StageInput,
  insightIds: readonly number[],
): Promise<TablePart[]> {
  if (insightIds.length === 0) return [];
  const read = await readColumns(input, retainedOnly(replacedSince(input, insightIds), input));
  return read.insight_id.length === 0 ? [] : [insightPart(read)];
}

function replacedSince(input: StageInput, insightIds: readonly number[]): InsightRead {
  return reach(input)
    .where("i.set_aside", "=", 0)
    .where(input.feed.changedBetween("i.xid", input.target, input.now))
    .where(isOneOf("i.insight_id", insightIds));
}

/** Whether the client's retention now has older insights than before. */
export function widensDays(from: Retention, retention: Retention): boolean {
  return from.since !== null && (retention.since === null || retention.since < from.since);
}

function newestFirst(input: ReadInput) {
  const { after, limit } = input;
  const query = reach(input)
    .where("i.set_aside", "=", 0)
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc")
    .limit(limit);
  if (after === null) return query;
  return query.where(sql<boolean>`(i.time_stamp, i.insight_id) < (${Number(after[0])}, ${after[1]})`);
}

function reach({ view, userId }: ReadInput) {
  return insightsWithGrants(view, userId)
    .innerJoin("devices as d", "d.device_ref", "i.device_ref")
    .leftJoin("collections as c", "c.collection_id", "i.collection_id")
    .select([...INSIGHT_SOURCES, "i.set_aside", "i.xid"]);
}

/** The input of a read over insights. */
type ReadInput = Pick<StageInput, "view" | "dialect" | "userId" | "after" | "limit">;
type InsightRead = ReturnType<typeof reach>;

/** Only the insights that the client's retention has. */
function retainedOnly(read: InsightRead, { retention, reach }: StageInput): InsightRead {
  const inTime = retention.since === null ? read : read.where("i.time_stamp", ">=", retention.since);
  return reach.retainedRefs === null ? inTime : inTime.where(isOneOf("i.device_ref", reach.retainedRefs));
}

function notReset(read: InsightRead, { reach: { resetRefs } }: StageInput): InsightRead {
  return resetRefs.length === 0 ? read : read.where(({ not }) => not(isOneOf("i.device_ref", resetRefs)));
}

interface PageRead {
  readonly read: InsightColumns;
  readonly bytes: number;
  /** Whether further rows of the query were left out, because a page has so many bytes already. */
  readonly isFull: boolean;
}

/** The first rows of a query as columns, as many as the page has bytes for. */
async function readPage(input: StageInput, query: InsightRead): Promise<PageRead> {
  const sizes = await readSizesOf(input, query, insightSize("r"));
  const count = rowsThatFit(sizes, 0, input.bytes);
  const isFull = count < sizes.length;
  const bytes = sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
  return { bytes, read: await readColumns(input, isFull ? query.limit(count) : query), isFull };
}

/** A query's rows as columns, made by the database: ten thousand rows as objects take four times as long. */
async function readColumns<DB, TB extends keyof DB, Output>(
  { view, dialect }: ReadInput,
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
  const columns = INSIGHT_COLUMNS.map((name) => [name, read[name].filter((_, row) => isKept(row))]);
  return Object.fromEntries(columns) as InsightColumns;
}

function wholePart({ limit }: StageInput, { read, bytes, isFull }: PageRead): StagePart {
  const count = read.insight_id.length;
  const last = count - 1;
  const next: RowPlace | null =
    count > 0 && (isFull || count >= limit)
      ? [Number(read.time_stamp[last]), Number(read.insight_id[last])]
      : null;
  return { tables: [insightPart(read)], count, next, bytes, isFull };
}

function insightPart(read: InsightColumns): TablePart {
  return { table: "insights", rows: read.insight_id.length, columns: insightColumns(read), gone: [] };
}
