import { BOXES_KEPT, surestBoxes } from "../../src/domain/insight/detection-box.ts";
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
  "origin",
  "user_confirmed",
  "collection_id",
] as const;
/** Also updated, but only where the source gives a time, because a photo may have given one since. */
export const TIME_COLUMNS = ["time_stamp", "file_ctime", "file_ctime_text", "file_ctime_offset"] as const;

/**
 * The row of an insight. The time received is the camera's (an archive says nothing else), never later than now;
 * where the camera's time is unknown it is now. A time without a zone has a text and no offset.
 */
export function insightRow(
  record: InsightRecord,
  device: OpenDevice,
  collectionId: number | null,
  nowMs: number,
): InsightValues {
  const { time } = record;
  return {
    device_ref: device.ref,
    table_name: DEFAULT_TABLE_NAME,
    source_id: record.sourceId,
    class_name: record.className,
    class_id: record.classId,
    class_list: JSON.stringify(record.classList),
    confidence: record.confidence,
    is_from_lora: 0,
    time_stamp: time === null ? nowMs : Math.min(time.epochMs, nowMs),
    file_ctime: time?.epochMs ?? null,
    file_ctime_text: time?.text ?? null,
    file_ctime_offset: time?.offset ?? null,
    latitude: device.latitude,
    longitude: device.longitude,
    collection_id: collectionId,
    boxes: record.boxes.length === 0 ? null : JSON.stringify(surestBoxes(record.boxes, BOXES_KEPT)),
    origin: record.origin,
    user_confirmed: record.origin === "human" ? 1 : 0,
  };
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
