import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { DEVICE_NAME_FIELDS, UNNAMED_DEVICE } from "../../../src/domain/device/device-name.ts";
import {
  INSIGHT_FIELDS,
  type InsightField,
  type InsightKind,
} from "../../../src/protocol/records/insight-fields.ts";
import { fieldsOf, sourcesOf } from "../../../src/protocol/records/record-fields.ts";
import type { SqlDialect } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/** The query that `withInsightColumns` reads from: insights `i`, their Sentinels `d` and their collections `c`. */
type Sources = Schema & {
  i: Schema["insights"];
  d: Schema["devices"];
  c: { [Column in keyof Schema["collections"]]: Schema["collections"][Column] | null };
};

/** The columns of an insight `i`, its Sentinel `d` and its collection `c` that the list of fields names. */
export const INSIGHT_SOURCES = sourcesOf(INSIGHT_FIELDS);

type ColumnOf<Source extends string> = Source extends `${string}.${infer Column}` ? Column : never;
/** The same without the alias of their table. */
export type InsightColumn = ColumnOf<(typeof INSIGHT_SOURCES)[number]>;

/** The column that holds a field, as it is called in a query of INSIGHT_SOURCES. */
export function columnOf({ sql: source }: (typeof INSIGHT_FIELDS)[InsightField]): InsightColumn {
  return source.slice(source.indexOf(".") + 1) as InsightColumn;
}

/** As `displayName` says it, of the Sentinel `d`. */
const DISPLAY_NAME = sql<string>`coalesce(${sql.join([
  ...DEVICE_NAME_FIELDS.map((field) => sql`nullif(${sql.ref(`d.${field}`)}, '')`),
  sql.lit(UNNAMED_DEVICE),
])})`;

/** Adds the columns that `insightFields` needs. */
export function withInsightColumns<Output>(query: SelectQueryBuilder<Sources, "i" | "d" | "c", Output>) {
  return query.select([
    ...INSIGHT_SOURCES,
    "d.device_name",
    DISPLAY_NAME.as("display_name"),
    sql<number>`0`.as("no_collection"),
    sql<string>`'[]'`.as("no_members"),
  ]);
}

/** A single insight as the wire has it, read from the columns above under the alias `r`. */
export function insightFields(dialect: SqlDialect): Record<string, RawBuilder<unknown>> {
  const fields = fieldsOf(INSIGHT_FIELDS).map(([, spec]) => [
    spec.wire,
    JSON_VALUES[spec.kind](dialect, `r.${columnOf(spec)}`),
  ]);
  return {
    id: dialect.textOf("r.insight_id"),
    ...Object.fromEntries(fields),
    device_name: sql.ref("r.device_name"),
    display_name: sql.ref("r.display_name"),
    collection: dialect.jsonFlag("r.no_collection"),
    insights: dialect.jsonText("r.no_members"),
  };
}

const asItIs = (_: SqlDialect, column: string) => sql.ref(column);
const asText = (dialect: SqlDialect, column: string) => dialect.textOf(column);
const asJson = (dialect: SqlDialect, column: string) => dialect.jsonText(column);

/** The JSON value of a column, by the kind of its values. */
const JSON_VALUES: {
  readonly [Kind in InsightKind]: (dialect: SqlDialect, column: string) => RawBuilder<unknown>;
} = {
  id: asText,
  key: asItIs,
  text: asItIs,
  oneOf: asItIs,
  number: asItIs,
  flag: (dialect, column) => dialect.jsonFlag(column),
  time: (dialect, column) => dialect.isoTime(column),
  scores: asJson,
  boxes: asJson,
  observation: asJson,
};
