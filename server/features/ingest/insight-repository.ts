import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import type { InsightValues } from "../../import/insight-row.ts";
import { slicesOf } from "../../import/intake-context.ts";
import { laterOf } from "./later-of.ts";

const IDENTITY = ["device_ref", "table_name", "source_id"] as const;
const LOOK_UP = 1000;

/** How an insight is named within its Sentinel. */
export interface InsightName {
  readonly table: string;
  readonly sourceId: string;
}

export type KnownInsight = Awaited<ReturnType<typeof findNamed>>[number];

/** Where a Sentinel stands, for insights that do not say where they were seen. */
export async function findPosition(db: Database, deviceRef: number) {
  return db.reader
    .selectFrom("devices")
    .select(["latitude", "longitude"])
    .where("device_ref", "=", deviceRef)
    .executeTakeFirst();
}

/** Which of these models the server knows. */
export async function findAlgs(db: Database, algIds: readonly number[]): Promise<number[]> {
  if (algIds.length === 0) return [];
  const rows = await db.reader.selectFrom("algs").select("alg_id").where("alg_id", "in", algIds).execute();
  return rows.map(({ alg_id }) => alg_id);
}

/** Those of these insights that are there, with all that a Sentinel may have said of them. */
export async function findKnown(
  reader: Kysely<Schema>,
  deviceRef: number,
  names: readonly InsightName[],
): Promise<KnownInsight[]> {
  const known: KnownInsight[] = [];
  for (const [table, sourceIds] of byTable(names)) {
    for (const slice of slicesOf(sourceIds, LOOK_UP)) {
      known.push(...(await findNamed(reader, deviceRef, table, slice)));
    }
  }
  return known;
}

function findNamed(reader: Kysely<Schema>, deviceRef: number, table: string, sourceIds: readonly string[]) {
  return reader
    .selectFrom("insights")
    .leftJoin("collections", "collections.collection_id", "insights.collection_id")
    .where("insights.device_ref", "=", deviceRef)
    .where("insights.table_name", "=", table)
    .where("insights.source_id", "in", sourceIds)
    .select([
      "insights.insight_id",
      "insights.table_name",
      "insights.source_id",
      "class_name",
      "class_id",
      "class_list",
      "confidence",
      "group_confidence",
      "is_from_lora",
      "alg_id",
      "comms_source",
      "time_stamp",
      "file_ctime",
      "latitude",
      "longitude",
      "collections.source_id as collection_source_id",
    ])
    .execute();
}

/**
 * Says that a Sentinel was heard, and holds its row until the end of the transaction, so that the calls of one
 * Sentinel go one after the other.
 *
 * @returns false where the Sentinel is no more
 */
export async function touchDevice(
  transaction: Transaction<Schema>,
  deviceRef: number,
  seenMs: number,
  newestInsightMs: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("devices")
    .set({
      last_seen: laterOf("last_seen", seenMs),
      ...(newestInsightMs === null ? {} : { last_insight_at: laterOf("last_insight_at", newestInsightMs) }),
    })
    .where("device_ref", "=", deviceRef)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Writes insights of a Sentinel whose row is held, and answers the names and ids of those that it made: all but
 * what somebody else, an import, has made since they were looked up.
 */
export async function insertInsights(
  db: Database,
  transaction: Transaction<Schema>,
  deviceRef: number,
  rows: readonly InsightValues[],
) {
  const { last } = await transaction
    .selectFrom("insights")
    .select((eb) => eb.fn.max("insight_id").as("last"))
    .executeTakeFirstOrThrow();
  await db.dialect.insertMany(transaction, "insights", rows, IDENTITY);
  // Ids only grow, and nobody else writes for this Sentinel now: found along the key. The plus keeps SQLite from
  // going through all that the Sentinel ever sent.
  return transaction
    .selectFrom("insights")
    .select(["insight_id", "table_name", "source_id"])
    .where("insight_id", ">", last ?? 0)
    .where(sql`+device_ref`, "=", deviceRef)
    .execute();
}

function byTable(names: readonly InsightName[]): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const { table, sourceId } of names) {
    const ids = tables.get(table);
    if (ids === undefined) tables.set(table, [sourceId]);
    else ids.push(sourceId);
  }
  return tables;
}
