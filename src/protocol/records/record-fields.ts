import type { DetectionBox } from "../../domain/insight/detection-box.ts";
import type { ClassScore } from "../../domain/insight/insight.ts";
import type { Observation } from "../../domain/insight/observation.ts";

/*
 * One list of fields a record, from which every place that names them is derived. A new record:
 *
 * 1. `NAME-fields.ts` here: the list, `as const satisfies FieldList`.
 * 2. `src/protocol/shapes.ts`: `recordSchema(NAME_FIELDS)` is the schema of the calls, JsonRecord its type. The
 *    client's check is `guardOf(NAME_FIELDS)`, see field-guards.ts.
 * 3. If it is in the feed: its table and key in `src/protocol/sync-page.ts`. FEED_RECORDS in feed-records.ts and
 *    SMALL_TABLES in src/storage/mirror/small-tables.ts then do not compile without it. It also needs a table in
 *    mirror-database.ts, and a stage in server/features/sync, where `feedColumns` does not compile while a field of the
 *    list is left out.
 *
 * A new field is a line in the list and its column in server/db; a field that no column holds does not compile until
 * the server derives it. A new kind of value does not compile until each place that converts values by kind handles it.
 */

/** The type of each kind of value in the JSON calls. */
export interface JsonKinds {
  /** A whole number in the database, its text on the wire. */
  id: string;
  /** An id that a Sentinel or an import gives; text, often a whole number. */
  key: string;
  text: string;
  number: number;
  whole: number;
  flag: boolean;
  /** UTC ISO 8601 with milliseconds; epoch milliseconds in the database and in the feed. */
  time: string;
  /** One of the field's `values`. */
  oneOf: string;
  texts: string[];
  scores: ClassScore[];
  /** See boxes-codec.ts for their form in the feed and in the mirror. */
  boxes: DetectionBox[];
  /** Its JSON in the feed and in the mirror. */
  observation: Observation;
  summary: DeviceSummary;
  classes: ModelClass[];
  /** The outcomes of the items of a bulk update; see ItemResult. */
  outcomes: unknown[];
}
export type FieldKind = keyof JsonKinds;

export interface DeviceSummary {
  space_remaining: number | null;
  image_count: number | null;
  cycle_count: number | null;
  startup_data: unknown;
}

export interface ModelClass {
  class_id: number;
  label: string;
  original_label: string;
}

export interface FieldSpec {
  readonly kind: FieldKind;
  /** The name on the wire, where it differs from the field's. */
  readonly wire?: string;
  readonly orNull?: true;
  readonly values?: readonly string[];
  /** The column that holds it; absent where the server derives it. */
  readonly sql?: string;
  /** Not in the feed: the client derives it. */
  readonly feed?: false;
  /** Not in the specification: an answer of another server may lack it. */
  readonly addition?: true;
}
export type FieldList = Readonly<Record<string, FieldSpec>>;

export type FieldName<Fields extends FieldList> = Extract<keyof Fields, string>;

type JsonValue<Spec extends FieldSpec> =
  | (Spec extends { values: readonly (infer Value)[] } ? Value : JsonKinds[Spec["kind"]])
  | (Spec extends { orNull: true } ? null : never);
export type WireName<Spec extends FieldSpec, Name extends string> = Spec extends {
  wire: infer Wire extends string;
}
  ? Wire
  : Name;

/** A record as the JSON calls have it. */
export type JsonRecord<Fields extends FieldList> = {
  [Name in FieldName<Fields> as WireName<Fields[Name], Name>]: JsonValue<Fields[Name]>;
};

/** Fields that are columns of the feed. */
export type FeedName<Fields extends FieldList> = {
  [Name in FieldName<Fields>]: Fields[Name] extends { feed: false } ? never : Name;
}[FieldName<Fields>];
/** Fields that the database holds in a column. */
export type StoredName<Fields extends FieldList> = {
  [Name in FieldName<Fields>]: Fields[Name] extends { sql: string } ? Name : never;
}[FieldName<Fields>];
/** Fields that the server derives. */
export type DerivedName<Fields extends FieldList> = Exclude<FieldName<Fields>, StoredName<Fields>>;
/** The columns of the database that a list names. */
export type SourceOf<Fields extends FieldList> = {
  [Name in FieldName<Fields>]: Fields[Name] extends { sql: infer Source extends string } ? Source : never;
}[FieldName<Fields>];

/** The fields of a list in its order. */
export function fieldsOf<Fields extends FieldList>(
  fields: Fields,
): [name: FieldName<Fields>, spec: Fields[FieldName<Fields>] & FieldSpec][] {
  return Object.entries(fields) as [FieldName<Fields>, Fields[FieldName<Fields>] & FieldSpec][];
}

export function wireName(name: string, { wire }: FieldSpec): string {
  return wire ?? name;
}

export function feedNames<Fields extends FieldList>(fields: Fields): FeedName<Fields>[] {
  const inFeed = fieldsOf(fields).filter(([, { feed }]) => feed !== false);
  return inFeed.map(([name]) => name as FeedName<Fields>);
}

/** Each column of the database that a list names, once. */
export function sourcesOf<Fields extends FieldList>(fields: Fields): SourceOf<Fields>[] {
  const sources = fieldsOf(fields).flatMap(([, { sql }]) => sql ?? []);
  return [...new Set(sources)] as SourceOf<Fields>[];
}
