import { INSIGHT_STATUSES } from "../../domain/insight/insight.ts";
import type { FieldList } from "./record-fields.ts";

/** A decision of the person that another person's later-arriving one replaced. Additions to the specification, all. */
export const REPLACED_FIELDS = {
  id: { kind: "id", sql: "replaced_id" },
  insightId: { kind: "id", sql: "insight_id" },
  deviceId: { kind: "key", sql: "device_id" },
  className: { kind: "text", sql: "class_name" },
  timeStamp: { kind: "time", sql: "time_stamp" },
  fileCtime: { kind: "time", orNull: true, sql: "file_ctime" },
  /** The status that the person had set. */
  status: { kind: "oneOf", values: INSIGHT_STATUSES, sql: "status" },
  /** By the server's clock; null where the device could not say. */
  madeAt: { kind: "time", orNull: true, sql: "made_from" },
  arrivedAt: { kind: "time", sql: "arrived_at" },
  /** The username of the other person. */
  by: { kind: "text" },
  byStatus: { kind: "oneOf", values: INSIGHT_STATUSES, sql: "by_status" },
  byMadeAt: { kind: "time", orNull: true, sql: "by_made_from" },
  byArrivedAt: { kind: "time", sql: "by_arrived_at" },
  /** The other's was made before this one for certain, although it arrived after it. */
  madeEarlier: { kind: "flag", sql: "made_earlier" },
} as const satisfies FieldList;
