import type { SyncTableName } from "../sync-page.ts";
import { ALERT_FIELDS } from "./alert-fields.ts";
import { DEVICE_FIELDS } from "./device-fields.ts";
import { GROUP_FIELDS } from "./group-fields.ts";
import { INSIGHT_FIELDS } from "./insight-fields.ts";
import { MODEL_FIELDS } from "./model-fields.ts";
import { type FieldList, fieldsOf, wireName } from "./record-fields.ts";
import { REPLACED_FIELDS } from "./replaced-fields.ts";

/** A photograph; see Photo in shapes.ts. The client stores it with its insight. */
export const PHOTO_FIELDS = {
  path: { kind: "id", sql: "photo_id" },
  insightId: { kind: "id", sql: "insight_id" },
  deviceId: { kind: "key", sql: "device_id" },
  table: { kind: "text", sql: "table_name" },
  createdAt: { kind: "time", sql: "created_at" },
} as const satisfies FieldList;

/** A bulk update of the person. */
export const UPDATE_FIELDS = {
  bulkId: { kind: "id", sql: "bulk_id" },
  status: { kind: "whole", sql: "status" },
  items: { kind: "outcomes" },
  /** The key under which it was sent, "" for none; null is a server that does not say. */
  key: { kind: "text", orNull: true, addition: true },
} as const satisfies FieldList;

/** The records of the feed by the name of their table. */
export const FEED_RECORDS = {
  insights: INSIGHT_FIELDS,
  devices: DEVICE_FIELDS,
  groups: GROUP_FIELDS,
  alerts: ALERT_FIELDS,
  models: MODEL_FIELDS,
  photos: PHOTO_FIELDS,
  updates: UPDATE_FIELDS,
  replaced: REPLACED_FIELDS,
} as const satisfies Readonly<Record<SyncTableName, FieldList>>;

/** Columns of the feed with ids as text, which the codec may encode as whole numbers. */
export const ID_COLUMNS: ReadonlySet<string> = new Set(
  Object.values(FEED_RECORDS).flatMap((fields: FieldList) =>
    fieldsOf(fields).flatMap(([name, spec]) =>
      spec.kind === "id" || spec.kind === "key" ? wireName(name, spec) : [],
    ),
  ),
);
