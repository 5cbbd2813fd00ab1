import type { RecordPlace, RefusalCode } from "../../src/formats/import-record.ts";

/** Reasons that only the server can give. The sentences are in src/messages/command-line/import.ts. */
export type IntakeRefusalCode =
  | "foreign_device"
  | "other_dataset"
  | "too_many_boxes"
  | "device_quota"
  | "photo_quota"
  | "photo_ambiguous"
  | "photo_elsewhere"
  | "photo_other"
  | "photo_unsupported_type"
  | "photo_too_large"
  | "photo_damaged"
  | "photo_unreadable";

/** A line of the list of refusals. */
export interface ImportRefusal {
  place: RecordPlace;
  field: string | null;
  code: RefusalCode | IntakeRefusalCode;
  value: string | null;
  lost: "row" | "field" | "photo";
}
