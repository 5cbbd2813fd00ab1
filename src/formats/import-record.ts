import type { DetectionBox } from "../domain/insight/detection-box.ts";
import type { ClassScore } from "../domain/insight/insight.ts";
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
  deviceId: string;
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
  origin: InsightOrigin;
  /** When the picture was taken. */
  time: SourceTime | null;
  photo: PhotoReference | null;
}

/** Why a row or one of its fields was not taken. The sentences are in src/messages/command-line/import.ts. */
export type RefusalCode =
  | "unclosed_quote"
  | "extra_cells"
  | "missing_id"
  | "missing_deployment"
  | "unknown_deployment"
  | "duplicate_id"
  | "unknown_media"
  | "not_a_number"
  | "out_of_range"
  | "half_a_position"
  | "not_a_time"
  | "not_a_box"
  | "unknown_category"
  | "not_an_entry"
  | "failed_image";

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
export type NoticeCode = "outside_deployment" | "media_without_observation" | "table_not_read";

export interface NoticeRecord {
  kind: "notice";
  code: NoticeCode;
  file: string;
  count: number;
}
