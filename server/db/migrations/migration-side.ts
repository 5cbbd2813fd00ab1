import type { ColumnBuilderCallback, Expression, Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { TouchRule } from "./feed-rules.ts";

/** What a migration needs spelled differently by the two databases. */
export interface MigrationSide {
  /** A number that the database issues, increasing, never used twice. */
  readonly identityType: "integer" | "bigint";
  readonly identity: ColumnBuilderCallback;
  /** Text that sorts by its bytes, the same in both databases whatever the locale. */
  readonly text: Expression<unknown>;
  readonly xidType: "integer" | Expression<unknown>;
  readonly xid: ColumnBuilderCallback;
  /** The triggers of the change feed over the tables of the first migration. */
  createFeedTriggers(db: Kysely<Schema>): Promise<void>;
  /** Where Sentinels stand among groups becomes a feed, and a change of one row marks those that show it. */
  createPlaceFeed(db: Kysely<Schema>): Promise<void>;
  /** A change in one table marks rows of another as changed. */
  createTouch(db: Kysely<Schema>, rule: TouchRule): Promise<void>;
}
