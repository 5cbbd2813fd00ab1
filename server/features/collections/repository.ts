import { sql } from "kysely";
import type { Database, View } from "../../db/database.ts";
import type { JsonText } from "../../db/json-text.ts";
import { insightFields, withInsightColumns } from "../insights/insight-fields-query.ts";
import {
  insightsWithGrants,
  isOneOf,
  isReachable,
  type PageBounds,
  reachableInsights,
} from "../insights/insight-scope-query.ts";
import {
  insightSize,
  isInRange,
  type RowRange,
  type RowSizes,
  readSizes,
} from "../insights/list-parts-query.ts";

/** The most members of a collection in one answer, the newest ones. A burst of a camera has a dozen. */
export const MOST_MEMBERS = 1_000;

/**
 * Insights that stand for a row of the list: those that are in no collection, and of each collection its newest member
 * that the user reaches. A collection holds its newest member (see newest-member-rules.ts). Where that one lies before
 * a renewed grant, the newest behind the grant is searched for, once for each such collection.
 */
function heads(view: View, userId: number) {
  return insightsWithGrants(view, userId)
    .leftJoin("collections as k", "k.collection_id", "i.collection_id")
    .where("i.set_aside", "=", 0)
    .where(
      sql<boolean>`(
        i.collection_id is null
        or (k.newest_insight_id > du.after_insight_id and i.insight_id = k.newest_insight_id)
        or i.insight_id in (
          select (
            select m.insight_id from insights m
            where m.collection_id = cut.collection_id and m.set_aside = 0 and m.insight_id > grants.after_insight_id
            order by m.time_stamp desc, m.insight_id desc limit 1
          )
          from device_users grants join collections cut on cut.device_ref = grants.device_ref
          where grants.user_id = ${userId} and grants.after_insight_id > 0
            and cut.newest_insight_id <= grants.after_insight_id
        )
      )`,
    )
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc");
}

/** Places and sizes of the rows of a page; the size of a collection is that of its newest members. */
export async function readHeadSizes(db: Database, userId: number, bounds: PageBounds): Promise<RowSizes> {
  const members = sql<number>`(
    select sum(member.size) from (
      select ${insightSize("m")} as size from insights m
      where m.collection_id = i.collection_id and m.set_aside = 0 and m.insight_id > du.after_insight_id
      order by m.time_stamp desc, m.insight_id desc limit ${sql.lit(MOST_MEMBERS)}
    ) as member
  )`;
  const page = heads(db.reader, userId)
    .select(["i.insight_id", "i.time_stamp"])
    .select(
      sql<number>`case when i.collection_id is null then ${insightSize("i")} else ${members} end`.as("size"),
    )
    .limit(bounds.limit)
    .offset(bounds.offset);
  return readSizes(db.reader, db.dialect, page);
}

/**
 * The rows of a range of collections and of insights that are in none, as the text of a JSON array of single insights,
 * newest first: the members of its collections are among them wherever they lie in time.
 *
 * @param large collections of the range whose members are read by `readNewestMembers` instead
 */
export async function readCollectionRows(
  db: Database,
  userId: number,
  range: RowRange,
  large: readonly number[],
): Promise<JsonText> {
  const rows = withInsightColumns(
    db.reader
      .with("page", () =>
        heads(db.reader, userId)
          .select(["i.insight_id", "i.collection_id"])
          .where(isInRange("i", range))
          .limit(range.limit),
      )
      .with("shown", (query) =>
        query
          .selectFrom("page")
          .select("page.insight_id")
          .where("page.collection_id", "is", null)
          .unionAll(
            query
              .selectFrom("page")
              .crossJoin("insights as member")
              .select("member.insight_id")
              .whereRef("member.collection_id", "=", "page.collection_id")
              .where(sql<boolean>`not ${isOneOf("page.collection_id", large)}`)
              .where(isReachable("member", userId)),
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

/** Collections with a row in a range that have more than `MOST_MEMBERS` members. */
export async function findLargeCollections(db: Database, userId: number, range: RowRange): Promise<number[]> {
  const rows = await db.reader
    .selectFrom(
      heads(db.reader, userId)
        .select("i.collection_id")
        .where(isInRange("i", range))
        .where("i.collection_id", "is not", null)
        .limit(range.limit)
        .as("page"),
    )
    .where(
      sql<boolean>`exists (
        select 1 from insights m where m.collection_id = page.collection_id and m.set_aside = 0
        limit 1 offset ${sql.lit(MOST_MEMBERS)}
      )`,
    )
    .select("page.collection_id")
    .execute();
  return rows.flatMap(({ collection_id }) => collection_id ?? []);
}

/** The newest members of a collection that the user reaches, as the text of a JSON array. */
export async function readNewestMembers(
  db: Database,
  userId: number,
  collectionId: number,
): Promise<JsonText> {
  const rows = withInsightColumns(
    reachableInsights(db.reader, userId)
      .where("i.collection_id", "=", collectionId)
      .innerJoin("devices as d", "d.device_ref", "i.device_ref")
      .leftJoin("collections as c", "c.collection_id", "i.collection_id"),
  )
    .orderBy("i.time_stamp", "desc")
    .orderBy("i.insight_id", "desc")
    .limit(MOST_MEMBERS);
  const { json } = await db.reader
    .selectFrom(rows.as("r"))
    .select(db.dialect.jsonRows(insightFields(db.dialect)).as("json"))
    .executeTakeFirstOrThrow();
  return json;
}
