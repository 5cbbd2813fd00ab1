import type { AliasedExpression, Kysely } from "kysely";
import type { Database, SqlDialect } from "../../db/database.ts";
import type { JsonText } from "../../db/json-text.ts";
import type { Schema } from "../../db/schema.ts";
import { insightFields, withInsightColumns } from "./insight-fields-query.ts";
import { insightsWithGrants, type PageBounds, reachableInsights } from "./insight-scope-query.ts";
import { insightSize, isInRange, type RowSizes, rangesOf, readSizes } from "./list-parts-query.ts";

/** From this offset on it is faster to count first and to read from the nearer end of the list. */
const DEEP_OFFSET = 20_000;

/**
 * Insights may arrive within a range after its places were read. A range that is cut at its former count would then
 * lose its last row, which no page would have, because the next page begins behind this one.
 */
const MOST_ARRIVED = 200;

export async function countInsights(db: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await reachableInsights(db, userId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * A page of single insights, newest first, as the texts of JSON arrays: of one, unless the rows are so large that one
 * would be more than `PART_BYTES`. Places and sizes of the page's rows are read first, so that no row of a page far down
 * the list is read in vain. The parts are read one after the other, as fast as they are taken.
 */
export async function* readInsightParts(
  db: Database,
  userId: number,
  bounds: PageBounds,
): AsyncGenerator<JsonText, void> {
  const ranges = [...rangesOf(await readPageSizes(db, userId, bounds))];
  for (const range of ranges) {
    const mayGrow = range !== ranges.at(-1);
    const ids = reachableInsights(db.reader, userId)
      .where(isInRange("i", range))
      .select("i.insight_id")
      .orderBy("i.time_stamp", "desc")
      .orderBy("i.insight_id", "desc")
      .limit(mayGrow ? range.limit + MOST_ARRIVED : range.limit);
    yield await readRows(db.reader, db.dialect, ids);
  }
}

async function readPageSizes(db: Database, userId: number, bounds: PageBounds): Promise<RowSizes> {
  if (bounds.offset < DEEP_OFFSET) return sizesOfPage(db, db.reader, userId, bounds);
  return db.snapshot(async (view) => {
    const count = await countInsights(view, userId);
    if (bounds.offset >= count) return { times: [], ids: [], sizes: [] };
    const fromEnd = fromOldest(bounds, count);
    if (fromEnd.offset >= bounds.offset) return sizesOfPage(db, view, userId, bounds);
    const { times, ids, sizes } = await sizesOfPage(db, view, userId, fromEnd, "asc");
    return { times: times.toReversed(), ids: ids.toReversed(), sizes: sizes.toReversed() };
  });
}

function sizesOfPage(
  { dialect }: Database,
  view: Kysely<Schema>,
  userId: number,
  bounds: PageBounds,
  order: "asc" | "desc" = "desc",
): Promise<RowSizes> {
  const page = pageIds(view, userId, bounds, order).select(["i.time_stamp", insightSize("i").as("size")]);
  return readSizes(view, dialect, page);
}

/** The same rows of a list of `count`, counted from its other end. */
function fromOldest({ limit, offset }: PageBounds, count: number): PageBounds {
  const end = Math.min(count, offset + limit);
  return { offset: count - end, limit: end - offset };
}

function pageIds(db: Kysely<Schema>, userId: number, bounds: PageBounds, order: "asc" | "desc" = "desc") {
  return reachableInsights(db, userId)
    .select("i.insight_id")
    .orderBy("i.time_stamp", order)
    .orderBy("i.insight_id", order)
    .limit(bounds.limit)
    .offset(bounds.offset);
}

/** The one statement for a page near the head of the list; the benches run it alone. */
export function insightPageQuery(db: Database, userId: number, bounds: PageBounds) {
  return rowsQuery(db.reader, db.dialect, pageIds(db.reader, userId, bounds).as("page"));
}

/**
 * The user's single insights behind an id, in the order of their ids, as the text of a JSON array. Insights are read
 * first, so that all pages together read the table once.
 */
export async function readInsightsAfter(
  db: Database,
  userId: number,
  afterId: number,
  limit: number,
): Promise<JsonText> {
  const ids = insightsWithGrants(db.reader, userId)
    .where("i.set_aside", "=", 0)
    .where("i.insight_id", ">", afterId)
    .select("i.insight_id")
    .orderBy("i.insight_id")
    .limit(limit);
  const { json } = await rowsQuery(db.reader, db.dialect, ids.as("page")).executeTakeFirstOrThrow();
  return json;
}

async function readRows(
  db: Kysely<Schema>,
  dialect: SqlDialect,
  ids: ReturnType<typeof pageIds>,
): Promise<JsonText> {
  const { json } = await rowsQuery(db, dialect, ids.as("page")).executeTakeFirstOrThrow();
  return json;
}

function rowsQuery(
  db: Kysely<Schema>,
  dialect: SqlDialect,
  ids: AliasedExpression<{ insight_id: number }, "page">,
) {
  const rows = withInsightColumns(
    db
      .selectFrom(ids)
      .innerJoin("insights as i", "i.insight_id", "page.insight_id")
      .innerJoin("devices as d", "d.device_ref", "i.device_ref")
      .leftJoin("collections as c", "c.collection_id", "i.collection_id"),
  )
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc");
  return db.selectFrom(rows.as("r")).select(dialect.jsonRows(insightFields(dialect)).as("json"));
}
