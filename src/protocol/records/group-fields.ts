import type { FieldList } from "./record-fields.ts";

/** The fields of a group of Sentinels. */
export const GROUP_FIELDS = {
  group_id: { kind: "id", sql: "group_id" },
  group_name: { kind: "text", sql: "group_name" },
  deployment_description: { kind: "text", orNull: true, sql: "deployment_description" },
  /** Ids of its Sentinels. */
  devices: { kind: "texts" },
  created_on: { kind: "time", sql: "created_on" },
  updated_on: { kind: "time", sql: "updated_on" },
} as const satisfies FieldList;
