import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { SqlDialect } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/** The query that `withInsightColumns` reads from: insights `i`, their Sentinels `d` and their collections `c`. */
type Sources = Schema & {
  i: Schema["insights"];
  d: Schema["devices"];
  c: { [Column in keyof Schema["collections"]]: Schema["collections"][Column] | null };
};

/** What is told of an insight, whatever way it is read: of it `i`, its Sentinel `d` and its collection `c`. */
export const INSIGHT_SOURCES = [
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
  "i.boxes",
] as const;

/** Adds the columns that `insightFields` needs. */
export function withInsightColumns<Output>(query: SelectQueryBuilder<Sources, "i" | "d" | "c", Output>) {
  return query.select([
    ...INSIGHT_SOURCES,
    "d.device_name",
    sql<string>`coalesce(nullif(d.preferred_name, ''), nullif(d.device_name, ''), 'Unnamed')`.as(
      "display_name",
    ),
    sql<number>`0`.as("no_collection"),
    sql<string>`'[]'`.as("no_members"),
  ]);
}

/** A single insight as the wire has it, read from the columns above under the alias `r`. */
export function insightFields(dialect: SqlDialect): Record<string, RawBuilder<unknown>> {
  return {
    id: dialect.textOf("r.insight_id"),
    insight_id: dialect.textOf("r.insight_id"),
    source_id: sql.ref("r.source_id"),
    device_id: sql.ref("r.device_id"),
    device_name: sql.ref("r.device_name"),
    display_name: sql.ref("r.display_name"),
    alg_id: dialect.textOf("r.alg_id"),
    class_name: sql.ref("r.class_name"),
    class_id: sql.ref("r.class_id"),
    class_list: dialect.jsonText("r.class_list"),
    confidence: sql.ref("r.confidence"),
    group_confidence: sql.ref("r.group_confidence"),
    is_from_lora: dialect.jsonFlag("r.is_from_lora"),
    time_stamp: dialect.isoTime("r.time_stamp"),
    file_ctime: dialect.isoTime("r.file_ctime"),
    comms_source: sql.ref("r.comms_source"),
    latitude: sql.ref("r.latitude"),
    longitude: sql.ref("r.longitude"),
    photoUrl: dialect.textOf("r.photo_id"),
    photoCreatedAt: dialect.isoTime("r.photo_created_at"),
    insight_status: sql.ref("r.insight_status"),
    userConfirmed: dialect.jsonFlag("r.user_confirmed"),
    collection: dialect.jsonFlag("r.no_collection"),
    collection_id: dialect.textOf("r.collection_id"),
    insights: dialect.jsonText("r.no_members"),
    window_start: dialect.isoTime("r.window_start"),
    window_end: dialect.isoTime("r.window_end"),
    table: sql.ref("r.table_name"),
    boxes: dialect.jsonText("r.boxes"),
  };
}
