import { sql } from "kysely";
import type { Database, View, WriteStep, WriteTransaction } from "../db/database.ts";
import { DEFAULT_TABLE_NAME, INSIGHT_IDENTITY, type InsightValues } from "./insight-values.ts";
import { slicesOf } from "./slices-of.ts";

const NAMES_A_QUERY = 1000;

/** How an insight is named within its Sentinel. */
export interface InsightName {
  readonly table: string;
  readonly sourceId: string;
}

export type KnownInsight = Awaited<ReturnType<typeof findNamed>>[number];

/** The models, of those with these ids, that the server has. */
export async function findAlgs(db: Database, algIds: readonly number[]): Promise<number[]> {
  if (algIds.length === 0) return [];
  const rows = await db.reader.selectFrom("algs").select("alg_id").where("alg_id", "in", algIds).execute();
  return rows.map(({ alg_id }) => alg_id);
}

/** The stored insights of these names, with every column that a Sentinel may state. */
export async function findKnown(
  view: View,
  deviceRef: number,
  names: readonly InsightName[],
): Promise<KnownInsight[]> {
  const known: KnownInsight[] = [];
  for (const [table, sourceIds] of byTable(names)) {
    for (const slice of slicesOf(sourceIds, NAMES_A_QUERY)) {
      known.push(...(await findNamed(view, deviceRef, table, slice)));
    }
  }
  return known;
}

function findNamed(view: View, deviceRef: number, table: string, sourceIds: readonly string[]) {
  return view
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

/** Columns that an import compares with what is stored, and brings up to date. */
export type ComparedColumn =
  | "class_name"
  | "class_id"
  | "class_list"
  | "confidence"
  | "boxes"
  | "observation"
  | "origin"
  | "user_confirmed"
  | "collection_id"
  | "time_stamp"
  | "file_ctime"
  | "file_ctime_text"
  | "file_ctime_offset";

/** The imported insights of a Sentinel with these source ids. */
export async function findImported(
  view: View,
  deviceRef: number,
  sourceIds: readonly string[],
  columns: readonly ComparedColumn[],
) {
  return view
    .selectFrom("insights")
    .select(["insight_id", "source_id", ...columns])
    .where("device_ref", "=", deviceRef)
    .where("table_name", "=", DEFAULT_TABLE_NAME)
    .where("source_id", "in", sourceIds)
    .execute();
}

/** Writes insights; those whose identity is stored already are left as they are. */
export async function insertInsights(
  db: Database,
  transaction: WriteTransaction,
  rows: readonly InsightValues[],
): Promise<void> {
  await db.dialect.insertMany(transaction, "insights", rows, INSIGHT_IDENTITY);
}

/**
 * Inserts insights of a Sentinel whose row is locked, and returns names and ids of the inserted ones: all but those
 * that an import inserted since they were looked up.
 */
export async function insertInsightsOf(
  db: Database,
  transaction: WriteTransaction,
  deviceRef: number,
  rows: readonly InsightValues[],
) {
  const { last } = await transaction
    .selectFrom("insights")
    .select((eb) => eb.fn.max("insight_id").as("last"))
    .executeTakeFirstOrThrow();
  await insertInsights(db, transaction, rows);
  // Ids only grow, and the lock keeps other ingest calls of this Sentinel out, so the new rows are found along the
  // key. The plus keeps SQLite from choosing the index over all insights of the Sentinel.
  return transaction
    .selectFrom("insights")
    .select(["insight_id", "table_name", "source_id"])
    .where("insight_id", ">", last ?? 0)
    .where(sql`+device_ref`, "=", deviceRef)
    .execute();
}

/** As `insertInsights`, for `writeAtOnce`. */
export function insertStep(rows: readonly InsightValues[]): WriteStep {
  return { table: "insights", rows, onConflictDoNothing: INSIGHT_IDENTITY };
}

export function updateStep(view: View, insightId: number, values: InsightValues): WriteStep {
  return {
    query: view.updateTable("insights").set(values).where("insight_id", "=", insightId).compile(),
  };
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
