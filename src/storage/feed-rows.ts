import type { ClassScore } from "../domain/insight.ts";
import { isInsightStatus } from "../domain/insight.ts";
import { unpackTable } from "../protocol/sync-codec.ts";
import type { WireTable, WireValue } from "../protocol/sync-page.ts";
import { classListText, type InsightArrays, type NumberField, type TextField } from "./insight-chunk.ts";

/** From the columns of the feed to what the mirror stores. */

const WIRE_TEXT: Record<TextField, string> = {
  insightId: "insight_id",
  deviceId: "device_id",
  algId: "alg_id",
  className: "class_name",
  classList: "class_list",
  commsSource: "comms_source",
  photoUrl: "photoUrl",
  status: "insight_status",
  table: "table",
  collectionId: "collection_id",
  boxes: "boxes",
};

const WIRE_NUMBERS: Record<NumberField, string> = {
  classId: "class_id",
  confidence: "confidence",
  groupConfidence: "group_confidence",
  isFromLora: "is_from_lora",
  timeStampMs: "time_stamp",
  fileCtimeMs: "file_ctime",
  latitude: "latitude",
  longitude: "longitude",
  photoCreatedAtMs: "photoCreatedAt",
  userConfirmed: "userConfirmed",
  windowStartMs: "window_start",
  windowEndMs: "window_end",
};

/** The insights of a page as arrays; a column that the page leaves out is null in every row. */
export function insightArraysOf(table: WireTable): InsightArrays {
  const columns = unpackTable(table);
  const none = new Array<null>(table.rows).fill(null);
  const text = mapRecord(WIRE_TEXT, (wire, field) => {
    const values = columns[wire] ?? none;
    if (field === "classList") return classListColumn(values);
    if (field === "status") return values.map((value) => (isInsightStatus(value) ? value : "none"));
    return values.map((value) => (value === null || typeof value === "object" ? null : String(value)));
  });
  const numbers = mapRecord(WIRE_NUMBERS, (wire) => (columns[wire] ?? none).map(asNumber));
  return { rows: table.rows, text, numbers };
}

/** Columns that hold times: epoch ms in the feed, ISO text in the shapes that the screens read. */
const TIME_COLUMNS: ReadonlySet<string> = new Set([
  "last_seen",
  "last_insight_at",
  "last_image_at",
  "created_on",
  "updated_on",
  "created_at",
  "date_created",
]);

/** The rows of a small table as the objects that the other calls answer. */
export function recordsOf(table: WireTable, fields: readonly string[]): Record<string, WireValue>[] {
  const columns = unpackTable(table);
  return Array.from({ length: table.rows }, (_, row) => {
    const record: Record<string, WireValue> = {};
    for (const field of fields) record[field] = null;
    for (const [name, values] of Object.entries(columns)) {
      const value = values[row] ?? null;
      const isTime = TIME_COLUMNS.has(name) && typeof value === "number";
      record[name] = isTime ? new Date(value).toISOString() : value;
    }
    return record;
  });
}

/** One text a distinct list: a dictionary on the wire gives the same object again and again. */
function classListColumn(values: readonly WireValue[]): (string | null)[] {
  const texts = new Map<WireValue, string | null>();
  return values.map((value) => {
    if (!Array.isArray(value)) return null;
    let text = texts.get(value);
    if (text === undefined) {
      text = classListText(value as unknown as ClassScore[]);
      texts.set(value, text);
    }
    return text;
  });
}

function asNumber(value: WireValue): number | null {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "number" ? value : null;
}

function mapRecord<Field extends string, Value>(
  record: Record<Field, string>,
  make: (wire: string, field: Field) => Value,
): Record<Field, Value> {
  const entries = Object.entries(record) as [Field, string][];
  return Object.fromEntries(entries.map(([field, wire]) => [field, make(wire, field)])) as Record<
    Field,
    Value
  >;
}
