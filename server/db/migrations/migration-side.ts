import type { ColumnBuilderCallback, Expression, Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { GoneRule, TouchRule } from "./rules/feed-rules.ts";

/** The parts of a migration that the two databases spell differently. */
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
  /**
   * Adds the places of Sentinels in groups to the feed, and marks rows as changed whose shown content depends on
   * another row.
   */
  createPlaceFeed(db: Kysely<Schema>): Promise<void>;
  /** Adds a table, which has a column `xid`, to the feed. */
  createFeedOf(db: Kysely<Schema>, table: string, gone: GoneRule): Promise<void>;
  /** A change in one table marks rows of another as changed. */
  createTouch(db: Kysely<Schema>, rule: TouchRule): Promise<void>;
  /** The triggers by which collections follow their newest members; see newest-member-rules.ts. */
  createNewestMembers(db: Kysely<Schema>): Promise<void>;
}
