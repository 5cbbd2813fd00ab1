import type { FieldList } from "./record-fields.ts";

/** A user as staff see them; a member sees only their own row. */
export const INTERNAL_USER_FIELDS = {
  user_id: { kind: "whole", sql: "user_id" },
  email: { kind: "text", sql: "email" },
  username: { kind: "text", sql: "username" },
  first_name: { kind: "text", sql: "first_name" },
  last_name: { kind: "text", sql: "last_name" },
  phone_number: { kind: "text", sql: "phone_number" },
} as const satisfies FieldList;

/** An algorithm with the place of its file; bucket, path and checksum (MD5 in hex) are null until staff name them. */
export const ALG_FIELDS = {
  alg_id: { kind: "id", sql: "alg_id" },
  alg_name: { kind: "text", sql: "alg_name" },
  framework: { kind: "text", sql: "framework" },
  date_created: { kind: "time", sql: "date_created" },
  alg_bucket: { kind: "text", orNull: true, sql: "alg_bucket" },
  alg_path: { kind: "text", orNull: true, sql: "alg_path" },
  md5_checksum: { kind: "text", orNull: true, sql: "md5_checksum" },
  class_definitions: { kind: "classes" },
} as const satisfies FieldList;
