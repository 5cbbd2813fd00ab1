import type { ClassScore } from "../../domain/insight/insight.ts";
import { INSIGHT_FIELDS, type InsightKind, type InsightSpec } from "../../protocol/records/insight-fields.ts";
import {
  type FieldKind,
  type FieldList,
  type FieldSpec,
  feedNames,
  type JsonRecord,
} from "../../protocol/records/record-fields.ts";
import { decodeTable } from "../../protocol/sync-codec.ts";
import type { WireTable, WireValue } from "../../protocol/sync-page.ts";
import { classListText, type InsightArrays, NUMBER_FIELDS, TEXT_FIELDS } from "./insight-chunk.ts";

/** From the columns of the feed to what the mirror stores. */

type Values = readonly WireValue[];

/** The insights of a page as arrays; a column that the page leaves out is null in every row. */
export function insightArraysOf(table: WireTable): InsightArrays {
  const columns = decodeTable(table);
  const none = new Array<null>(table.rows).fill(null);
  const stored = <Stored>(field: keyof typeof INSIGHT_FIELDS) => {
    const spec = INSIGHT_FIELDS[field];
    return STORED[spec.kind](columns[spec.wire] ?? none, spec) as Stored[];
  };
  return {
    rows: table.rows,
    text: mapFields(TEXT_FIELDS, stored<string | null>),
    numbers: mapFields(NUMBER_FIELDS, stored<number | null>),
  };
}

/** A column of the feed as a column of a chunk, by the kind of its values. */
const STORED: {
  readonly [Kind in InsightKind]: (values: Values, spec: InsightSpec) => (string | number | null)[];
} = {
  id: texts,
  key: texts,
  text: texts,
  boxes: texts,
  observation: texts,
  oneOf: (values, { values: allowed = [], absent }) => {
    const known: ReadonlySet<WireValue> = new Set(allowed);
    const otherwise = typeof absent === "string" ? absent : null;
    return values.map((value) => (known.has(value) ? String(value) : otherwise));
  },
  scores: classLists,
  number: numbers,
  flag: numbers,
  time: numbers,
};

/** Converters of the kinds of values that the mirror stores in another form than the feed. */
const RECORD_VALUES: { readonly [Kind in FieldKind]?: (value: WireValue) => WireValue } = {
  time: (value) => (typeof value === "number" ? new Date(value).toISOString() : value),
};

const LISTS: ReadonlySet<FieldKind> = new Set<FieldKind>(["texts", "scores", "boxes", "classes", "outcomes"]);

/**
 * The rows of a small table as the records that the JSON calls have, but for fields that are not in the feed. A column
 * that a page leaves out is null in each row, a list empty; one that is not in the list is taken as it is.
 */
export function recordsOf<Fields extends FieldList>(
  table: WireTable,
  fields: Fields,
): Partial<JsonRecord<Fields>>[] {
  const columns = decodeTable(table);
  const absent = feedNames(fields).map((name) => [
    name,
    LISTS.has((fields[name] as FieldSpec).kind) ? [] : null,
  ]);
  const sent = Object.entries(columns).map(([name, values]) => {
    const spec: FieldSpec | undefined = fields[name];
    return { name, values, convert: spec === undefined ? undefined : RECORD_VALUES[spec.kind] };
  });
  return Array.from({ length: table.rows }, (_, row) => {
    const record: Record<string, WireValue> = Object.fromEntries(absent);
    for (const { name, values, convert } of sent) {
      const value = values[row] ?? null;
      if (value !== null || !(name in record)) record[name] = convert === undefined ? value : convert(value);
    }
    return record as Partial<JsonRecord<Fields>>;
  });
}

function texts(values: Values): (string | null)[] {
  return values.map((value) => (value === null || typeof value === "object" ? null : String(value)));
}

function numbers(values: Values): (number | null)[] {
  return values.map((value) => {
    if (typeof value === "boolean") return Number(value);
    return typeof value === "number" ? value : null;
  });
}

/** Converts each distinct list once: a dictionary on the wire gives the same object again and again. */
function classLists(values: Values): (string | null)[] {
  const known = new Map<WireValue, string | null>();
  return values.map((value) => {
    if (!Array.isArray(value)) return null;
    let text = known.get(value);
    if (text === undefined) {
      text = classListText(value as unknown as ClassScore[]);
      known.set(value, text);
    }
    return text;
  });
}

function mapFields<Field extends string, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, Value>;
}
