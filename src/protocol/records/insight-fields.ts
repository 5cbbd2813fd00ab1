import type { DetectionBox } from "../../domain/insight/detection-box.ts";
import { type ClassScore, COMMS_SOURCES, INSIGHT_STATUSES } from "../../domain/insight/insight.ts";
import type { Observation } from "../../domain/insight/observation.ts";
import { type FieldSpec, fieldsOf } from "./record-fields.ts";

/** The kinds of values that insights have, as the mirror and the screens hold them: times in epoch milliseconds. */
export interface HeldKinds {
  id: string;
  key: string;
  text: string;
  number: number;
  flag: boolean;
  time: number;
  oneOf: string;
  scores: readonly ClassScore[];
  boxes: readonly DetectionBox[];
  observation: Observation;
}
export type InsightKind = keyof HeldKinds;

export type InsightSpec = {
  [Kind in InsightKind]: FieldSpec & {
    readonly kind: Kind;
    readonly wire: string;
    /** Column of the insight `i`, its Sentinel `d` or its collection `c`. */
    readonly sql: string;
    /**
     * Since which shape of the mirror it is held, null for a field of the wire alone. A new field names a new shape,
     * the greatest so far plus one: a mirror of an older shape is then filled anew (see MIRROR_SHAPE).
     */
    readonly since: number | null;
    /** The mirror's value where the server sends none. */
    readonly absent: HeldKinds[Kind] | null;
    /** Other names that a server of the specification may use. */
    readonly also?: readonly string[];
    /** A record without it is no insight. */
    readonly required?: true;
  };
}[InsightKind];

/** The fields of an insight that are read, sent, mirrored and shown. */
export const INSIGHT_FIELDS = {
  insightId: {
    kind: "id",
    wire: "insight_id",
    sql: "i.insight_id",
    since: 1,
    absent: "",
    also: ["id"],
    required: true,
  },
  sourceId: { kind: "key", wire: "source_id", sql: "i.source_id", since: null, orNull: true, absent: null },
  deviceId: {
    kind: "key",
    wire: "device_id",
    sql: "d.device_id",
    since: 1,
    absent: "",
    required: true,
  },
  algId: { kind: "id", wire: "alg_id", sql: "i.alg_id", since: 1, orNull: true, absent: null },
  className: { kind: "text", wire: "class_name", sql: "i.class_name", since: 1, absent: "" },
  classId: { kind: "number", wire: "class_id", sql: "i.class_id", since: 1, orNull: true, absent: null },
  classList: { kind: "scores", wire: "class_list", sql: "i.class_list", since: 1, absent: [] },
  confidence: {
    kind: "number",
    wire: "confidence",
    sql: "i.confidence",
    since: 1,
    orNull: true,
    absent: null,
  },
  groupConfidence: {
    kind: "number",
    wire: "group_confidence",
    sql: "i.group_confidence",
    since: 1,
    orNull: true,
    absent: null,
  },
  isFromLora: { kind: "flag", wire: "is_from_lora", sql: "i.is_from_lora", since: 1, absent: false },
  timeStampMs: {
    kind: "time",
    wire: "time_stamp",
    sql: "i.time_stamp",
    since: 1,
    absent: 0,
    required: true,
  },
  fileCtimeMs: {
    kind: "time",
    wire: "file_ctime",
    sql: "i.file_ctime",
    since: 1,
    orNull: true,
    absent: null,
  },
  commsSource: {
    kind: "oneOf",
    values: COMMS_SOURCES,
    wire: "comms_source",
    sql: "i.comms_source",
    since: 1,
    orNull: true,
    absent: null,
  },
  latitude: {
    kind: "number",
    wire: "latitude",
    sql: "i.latitude",
    since: 1,
    orNull: true,
    absent: null,
    also: ["lat"],
  },
  longitude: {
    kind: "number",
    wire: "longitude",
    sql: "i.longitude",
    since: 1,
    orNull: true,
    absent: null,
    also: ["long"],
  },
  photoUrl: { kind: "id", wire: "photoUrl", sql: "i.photo_id", since: 1, orNull: true, absent: null },
  photoCreatedAtMs: {
    kind: "time",
    wire: "photoCreatedAt",
    sql: "i.photo_created_at",
    since: 1,
    orNull: true,
    absent: null,
  },
  /** The server's status; on the wire null only for a collection whose members differ. */
  status: {
    kind: "oneOf",
    values: INSIGHT_STATUSES,
    wire: "insight_status",
    sql: "i.insight_status",
    since: 1,
    orNull: true,
    absent: "none",
  },
  userConfirmed: { kind: "flag", wire: "userConfirmed", sql: "i.user_confirmed", since: 1, absent: false },
  collectionId: {
    kind: "id",
    wire: "collection_id",
    sql: "i.collection_id",
    since: 1,
    orNull: true,
    absent: null,
  },
  windowStartMs: {
    kind: "time",
    wire: "window_start",
    sql: "c.window_start",
    since: 1,
    orNull: true,
    absent: null,
  },
  windowEndMs: {
    kind: "time",
    wire: "window_end",
    sql: "c.window_end",
    since: 1,
    orNull: true,
    absent: null,
  },
  table: { kind: "text", wire: "table", sql: "i.table_name", since: 1, absent: "" },
  /** The boxes to show, by descending confidence. */
  boxes: {
    kind: "boxes",
    wire: "boxes",
    sql: "i.boxes",
    since: 2,
    orNull: true,
    absent: [],
  },
  /** Facts that people noted beside the class. */
  observation: {
    kind: "observation",
    wire: "observation",
    sql: "i.observation",
    since: 3,
    orNull: true,
    absent: null,
  },
} as const satisfies Record<string, InsightSpec>;

type Fields = typeof INSIGHT_FIELDS;
export type InsightField = keyof Fields;
/** Fields that the mirror holds. */
export type HeldField = {
  [Field in InsightField]: Fields[Field]["since"] extends null ? never : Field;
}[InsightField];

/** The type of a field in the mirror and on screens. */
export type HeldValue<Field extends InsightField> =
  | (Fields[Field] extends { values: readonly (infer Value)[] } ? Value : HeldKinds[Fields[Field]["kind"]])
  | (Fields[Field]["absent"] extends null ? null : never);

/** Fields whose kind is one of these. */
export type HeldFieldOf<Kind extends InsightKind> = {
  [Field in HeldField]: Fields[Field]["kind"] extends Kind ? Field : never;
}[HeldField];

export const HELD_FIELDS = fieldsOf(INSIGHT_FIELDS)
  .filter(([, { since }]) => since !== null)
  .map(([field]) => field as HeldField);

/** The greatest `since` of the list. */
export const NEWEST_SHAPE = Math.max(...fieldsOf(INSIGHT_FIELDS).map(([, { since }]) => since ?? 0));
