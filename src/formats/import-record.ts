import type { DetectionBox } from "../domain/insight/detection-box.ts";
import type { ClassScore } from "../domain/insight/insight.ts";
import type { Observation } from "../domain/insight/observation.ts";
import type { SourceTime } from "./cells/source-time.ts";

/** A record of a package; a device and a collection come before the insights that name them. */
export type ImportRecord = DeviceRecord | CollectionRecord | InsightRecord | RefusalRecord | NoticeRecord;

/** A position in the package: rows count as in a spreadsheet (the heading is 1), entries of JSON from 1. */
export interface RecordPlace {
  file: string;
  row: number | null;
}

/** A deployment: one camera at one place for a time. */
export interface DeviceRecord {
  kind: "device";
  place: RecordPlace;
  /** Unique within its dataset. */
  deviceId: string;
  /** The name of the dataset; null or left out where the format has none that can be trusted. */
  dataset?: string | null;
  deviceName: string | null;
  locationName: string | null;
  description: string | null;
  /** Degrees, WGS 84; both or neither. */
  latitude: number | null;
  longitude: number | null;
}

/** Pictures that belong together: an event or sequence of the source that was classified as a whole. */
export interface CollectionRecord {
  kind: "collection";
  deviceId: string;
  sourceId: string;
  windowStartMs: number | null;
  windowEndMs: number | null;
}

/** The classifier: a model, a person, or unknown. */
export type InsightOrigin = "machine" | "human" | "unreviewed";

/** The source's reference to a picture; used to find the file, never as a path. */
export interface PhotoReference {
  /** Path or address as the source gives it; null where it has only a name. */
  path: string | null;
  name: string;
}

/** One classification of one picture. */
export interface InsightRecord {
  kind: "insight";
  place: RecordPlace;
  deviceId: string;
  /** Unique within the device. */
  sourceId: string;
  collectionSourceId: string | null;
  className: string;
  classId: number | null;
  classList: readonly ClassScore[];
  /** 0–1, of the model; null for what people classified. */
  confidence: number | null;
  boxes: readonly DetectionBox[];
  /** Left out where the source notes nothing but the class. */
  observation?: Observation;
  origin: InsightOrigin;
  /** When the picture was taken. */
  time: SourceTime | null;
  photo: PhotoReference | null;
}

/** Why a row or one of its fields was not taken. The sentences are in src/messages/command-line/import.ts. */
export type RefusalCode =
  | "unclosed_quote"
  | "extra_cells"
  | "another_heading"
  | "missing_id"
  | "missing_deployment"
  | "unknown_deployment"
  | "ambiguous_deployment"
  | "duplicate_id"
  | "rounded_id"
  | "unknown_media"
  | "media_elsewhere"
  | "not_a_number"
  | "not_whole"
  | "not_a_flag"
  | "not_a_class"
  | "counted_otherwise"
  | "text_too_long"
  | "of_several"
  | "out_of_range"
  | "half_a_position"
  | "not_a_time"
  | "missing_time"
  | "not_a_box"
  | "unknown_category"
  | "not_an_entry"
  | "failed_image"
  | "contradicting_classes";

export interface RefusalRecord {
  kind: "refusal";
  place: RecordPlace;
  /** The column; null where the whole row is at fault. */
  field: string | null;
  code: RefusalCode;
  /** As the source has it. */
  value: string | null;
  /** Whether the row was lost, or taken without this field. */
  lost: "row" | "field";
}

/** A remark about the package that concerns no row. */
export type NoticeCode =
  | "outside_deployment"
  | "media_without_observation"
  | "table_not_read"
  | "no_last_line_end"
  | "day_first"
  | "month_first"
  | "windows_1252"
  | "mixed_encoding"
  | "utf_16"
  | "threshold"
  | "emptied_by_threshold"
  | "unnamed_by_threshold"
  | "marked_for_deletion"
  | "counted_in_ticks"
  | "clock_without_zone"
  | "columns_not_read"
  | "repeated_rows"
  | "short_rows";

export interface NoticeRecord {
  kind: "notice";
  code: NoticeCode;
  file: string;
  count: number;
  /** A cell that shows it. */
  example?: string;
}
