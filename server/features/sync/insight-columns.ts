import type { DetectionBox } from "../../../src/domain/detection-box.ts";
import { packBoxes } from "../../../src/protocol/boxes-codec.ts";
import type { WireValue } from "../../../src/protocol/sync-page.ts";

/** What the feed reads of insights. */
export const INSIGHT_COLUMNS = [
  "insight_id",
  "source_id",
  "device_id",
  "alg_id",
  "class_name",
  "class_id",
  "class_list",
  "confidence",
  "group_confidence",
  "is_from_lora",
  "time_stamp",
  "file_ctime",
  "comms_source",
  "latitude",
  "longitude",
  "photo_id",
  "photo_created_at",
  "insight_status",
  "user_confirmed",
  "collection_id",
  "window_start",
  "window_end",
  "table_name",
  "boxes",
  "set_aside",
  "xid",
] as const;

/** Columns of insights as the database holds them: numbers, texts and nulls. */
export type InsightColumns = Readonly<
  Record<(typeof INSIGHT_COLUMNS)[number], readonly (number | string | null)[]>
>;

/** The same as the feed names and shapes them; a Sentinel's name, group and place are never among them. */
export function insightColumns(read: InsightColumns): Record<string, readonly WireValue[]> {
  return {
    insight_id: read.insight_id.map(idText),
    source_id: read.source_id,
    device_id: read.device_id,
    alg_id: read.alg_id.map(idText),
    class_name: read.class_name,
    class_id: read.class_id,
    class_list: parsedOnce(read.class_list),
    confidence: read.confidence,
    group_confidence: read.group_confidence,
    is_from_lora: read.is_from_lora.map(isSet),
    time_stamp: read.time_stamp,
    file_ctime: read.file_ctime,
    comms_source: read.comms_source,
    latitude: read.latitude,
    longitude: read.longitude,
    photoUrl: read.photo_id.map(idText),
    photoCreatedAt: read.photo_created_at,
    insight_status: read.insight_status,
    userConfirmed: read.user_confirmed.map(isSet),
    collection_id: read.collection_id.map(idText),
    window_start: read.window_start,
    window_end: read.window_end,
    table: read.table_name,
    boxes: packedBoxes(read),
  };
}

function idText(id: number | string | null): string | null {
  return id === null ? null : String(id);
}

function isSet(flag: number | string | null): boolean {
  return flag === 1;
}

/** Equal texts become one object, which the codec then writes once. */
function parsedOnce(texts: readonly (number | string | null)[]): WireValue[] {
  const known = new Map<unknown, WireValue>();
  return texts.map((text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = JSON.parse(String(text)) as WireValue;
      known.set(text, value);
    }
    return value;
  });
}

/** Most rows have none, and then there is nothing to do. */
function packedBoxes({ boxes, class_name }: InsightColumns): (string | null)[] {
  return boxes.map((text, row) =>
    text === null ? null : packBoxes(JSON.parse(String(text)) as DetectionBox[], String(class_name[row])),
  );
}
