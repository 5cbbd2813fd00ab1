import { isoTimeOrNull } from "../src/domain/time.ts";
import {
  type DerivedName,
  type FeedName,
  type FieldKind,
  type FieldList,
  type FieldName,
  type FieldSpec,
  feedNames,
  fieldsOf,
  type JsonRecord,
  type SourceOf,
} from "../src/protocol/records/record-fields.ts";
import type { WireValue } from "../src/protocol/sync-page.ts";

/**
 * From rows of the database to records of the wire, by their list of fields. For records whose fields keep their names.
 */

type Json<Fields extends FieldList, Name> = Name extends keyof JsonRecord<Fields>
  ? JsonRecord<Fields>[Name]
  : never;
/** How to derive the fields that no column holds. */
export type Derive<Fields extends FieldList, Row, Name extends FieldName<Fields> = FieldName<Fields>> = {
  readonly [Derived in Extract<DerivedName<Fields>, Name>]: (row: Row) => Json<Fields, Derived>;
};
type RowOf<Fields extends FieldList> = Readonly<Record<SourceOf<Fields>, unknown>>;

/** A record as the JSON calls have it. */
export function jsonRecord<Fields extends FieldList, Row extends RowOf<Fields>>(
  fields: Fields,
  row: Row,
  derive: Derive<Fields, Row>,
): JsonRecord<Fields> {
  const record = fieldsOf(fields).map(([name, spec]) => [name, readerOf(name, spec, derive, jsonValue)(row)]);
  return Object.fromEntries(record) as JsonRecord<Fields>;
}

/** Rows as columns of the feed, which has epoch milliseconds for times as the database does. */
export function feedColumns<Fields extends FieldList, Row extends RowOf<Fields>>(
  fields: Fields,
  rows: readonly Row[],
  derive: Derive<Fields, Row, FeedName<Fields>>,
): Record<string, WireValue[]> {
  const columns = feedNames(fields).map((name) => [
    name,
    rows.map(readerOf(name, fields[name] as FieldSpec, derive, feedValue)),
  ]);
  return Object.fromEntries(columns);
}

function readerOf<Row>(
  name: string,
  { kind, sql }: FieldSpec,
  derive: object,
  convert: (kind: FieldKind, stored: unknown) => unknown,
): (row: Row) => unknown {
  if (sql !== undefined) return (row) => convert(kind, (row as Readonly<Record<string, unknown>>)[sql]);
  return (derive as Readonly<Record<string, (row: Row) => unknown>>)[name] ?? (() => null);
}

function feedValue(kind: FieldKind, stored: unknown): unknown {
  return kind === "time" ? stored : jsonValue(kind, stored);
}

function jsonValue(kind: FieldKind, stored: unknown): unknown {
  if (kind === "time") return isoTimeOrNull(stored as number | null);
  if (kind === "flag") return stored === 1;
  return kind === "id" && stored !== null ? String(stored) : stored;
}
