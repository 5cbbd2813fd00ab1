import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { insightFields, withInsightColumns } from "../insights/insight-fields-query.ts";
import { insightsWithGrants, type PageBounds, reachableInsights } from "../insights/insight-scope-query.ts";

/**
 * The rows of a page of collections and of insights that are in none, as the text of a JSON array of single
 * insights, newest first. A page counts collections as one row each, at the place of their newest member that
 * the user reaches; all such members of its collections are in the text, wherever they lie in time.
 */
export async function readCollectionRows(db: Database, userId: number, bounds: PageBounds): Promise<string> {
  const isNewestOfItsCollection = sql<boolean>`(
    i.collection_id is null or not exists (
      select 1 from insights later
      where later.collection_id = i.collection_id and later.device_ref = i.device_ref
        and later.set_aside = 0 and later.insight_id > du.after_insight_id
        and (later.time_stamp, later.insight_id) > (i.time_stamp, i.insight_id)
    )
  )`;
  const rows = withInsightColumns(
    db.reader
      .with("page", () =>
        insightsWithGrants(db.reader, userId)
          .select(["i.insight_id", "i.collection_id"])
          .where("i.set_aside", "=", 0)
          .where(isNewestOfItsCollection)
          .orderBy("i.time_stamp", "desc")
          .orderBy("i.insight_id", "desc")
          .limit(bounds.limit)
          .offset(bounds.offset),
      )
      .with("shown", (query) =>
        query
          .selectFrom("page")
          .select("page.insight_id")
          .where("page.collection_id", "is", null)
          .unionAll(
            reachableInsights(db.reader, userId)
              .select("i.insight_id")
              .where(
                "i.insight_id",
                "in",
                sql<number>`(
                  select member.insight_id from page
                  cross join insights member where member.collection_id = page.collection_id
                )`,
              ),
          ),
      )
      .selectFrom("shown")
      .innerJoin("insights as i", "i.insight_id", "shown.insight_id")
      .innerJoin("devices as d", "d.device_ref", "i.device_ref")
      .leftJoin("collections as c", "c.collection_id", "i.collection_id"),
  )
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc");
  const { json } = await db.reader
    .selectFrom(rows.as("r"))
    .select(db.dialect.jsonRows(insightFields(db.dialect)).as("json"))
    .executeTakeFirstOrThrow();
  return json;
}
