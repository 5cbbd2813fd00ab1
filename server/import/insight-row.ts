import { BOXES_KEPT, surestBoxes } from "../../src/domain/insight/detection-box.ts";
import { observationText } from "../../src/domain/insight/observation.ts";
import type { SourceTime } from "../../src/formats/cells/source-time.ts";
import type { InsightRecord } from "../../src/formats/import-record.ts";
import { DEFAULT_TABLE_NAME, type InsightValues } from "../insight-store/insight-values.ts";
import type { OpenDevice } from "./device-intake.ts";

/** Columns that a later import of the same row brings up to date. Status, position and photo are not among them. */
export const CLASS_COLUMNS = [
  "class_name",
  "class_id",
  "class_list",
  "confidence",
  "boxes",
  "observation",
  "origin",
  "user_confirmed",
  "collection_id",
] as const;
/** Also updated, but only where the source gives a time: for other rows a photo gave it. */
export const TIME_COLUMNS = ["time_stamp", "file_ctime", "file_ctime_text", "file_ctime_offset"] as const;

/** The row of an insight; its times are those of `timesOf`, null where the source gives none. */
export function insightRow(
  record: InsightRecord,
  device: OpenDevice,
  collectionId: number | null,
  nowMs: number,
): InsightValues {
  return {
    device_ref: device.ref,
    table_name: DEFAULT_TABLE_NAME,
    source_id: record.sourceId,
    class_name: record.className,
    class_id: record.classId,
    class_list: JSON.stringify(record.classList),
    confidence: record.confidence,
    is_from_lora: 0,
    ...(record.time === null ? NO_TIMES : timesOf(record.time, nowMs)),
    latitude: device.latitude,
    longitude: device.longitude,
    collection_id: collectionId,
    boxes: record.boxes.length === 0 ? null : JSON.stringify(surestBoxes(record.boxes, BOXES_KEPT)),
    observation: record.observation === undefined ? null : observationText(record.observation),
    origin: record.origin,
    user_confirmed: record.origin === "human" ? 1 : 0,
  };
}

const NO_TIMES = { time_stamp: null, file_ctime: null, file_ctime_text: null, file_ctime_offset: null };

/**
 * The time received is the camera's (an archive says nothing else), never later than now. A time without a zone has a
 * text and no offset.
 */
export function timesOf(time: SourceTime, nowMs: number) {
  return {
    time_stamp: Math.min(time.epochMs, nowMs),
    file_ctime: time.epochMs,
    file_ctime_text: time.text,
    file_ctime_offset: time.offset,
  };
}

/** Whether changes replace a value that the row has, rather than fill blanks. */
export function replaceValues(known: Readonly<Record<string, unknown>>, changes: InsightValues): boolean {
  return Object.keys(changes).some((column) => (known[column] ?? null) !== null);
}

/** The columns in which a known row differs from the source; null where none does. */
export function changesOf(
  known: Readonly<Record<string, unknown>>,
  row: InsightValues,
): InsightValues | null {
  const columns: readonly string[] =
    row.file_ctime === null ? CLASS_COLUMNS : [...CLASS_COLUMNS, ...TIME_COLUMNS];
  const changes: InsightValues = {};
  for (const column of columns) {
    const value = row[column] ?? null;
    if ((known[column] ?? null) !== value) changes[column] = value;
  }
  return Object.keys(changes).length === 0 ? null : changes;
}
