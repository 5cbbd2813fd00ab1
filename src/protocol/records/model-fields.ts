import type { FieldList } from "./record-fields.ts";

/** The fields of a model, an algorithm of the person's account. */
export const MODEL_FIELDS = {
  alg_id: { kind: "id", sql: "alg_id" },
  alg_name: { kind: "text", sql: "alg_name" },
  alg_description: { kind: "text", orNull: true, sql: "alg_description" },
  alg_type: { kind: "text", orNull: true, sql: "alg_type" },
  author: { kind: "text", orNull: true, sql: "author" },
  framework: { kind: "text", sql: "framework" },
  date_created: { kind: "time", sql: "date_created" },
  classes: { kind: "classes" },
} as const satisfies FieldList;
