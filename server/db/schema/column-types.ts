import type { Generated } from "kysely";

/** Set by the database on insert and update; text because PostgreSQL's xid8 is wider than a number. */
export type Xid = Generated<string>;
/** 1 or 0. */
export type Flag = number;
/** UTC epoch milliseconds. */
export type TimeMs = number;
/** A structure as JSON text. */
export type Json = string;
