import type { AliasedExpression, Kysely } from "kysely";
import type { Database, SqlDialect } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { insightFields, withInsightColumns } from "./insight-fields-query.ts";
import { insightsWithGrants, type PageBounds, reachableInsights } from "./insight-scope-query.ts";

/** From this offset on it is faster to count first and to read from the nearer end of the list. */
const DEEP_OFFSET = 20_000;

export async function countInsights(db: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await reachableInsights(db, userId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * A page of single insights, newest first, as the text of a JSON array that the database builds. The ids of the
 * page are found first, in an index alone, so that a page far down the list reads no more rows than the first.
 */
export async function readInsightPage(db: Database, userId: number, bounds: PageBounds): Promise<string> {
  if (bounds.offset < DEEP_OFFSET) return readRows(db.reader, db.dialect, pageIds(db.reader, userId, bounds));
  return db.snapshot(async (view) => {
    const count = await countInsights(view, userId);
    if (bounds.offset >= count) return "[]";
    const fromEnd = fromOldest(bounds, count);
    const nearer = fromEnd.offset < bounds.offset ? pageIds(view, userId, fromEnd, "asc") : undefined;
    return readRows(view, db.dialect, nearer ?? pageIds(view, userId, bounds));
  });
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
): Promise<string> {
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
): Promise<string> {
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
