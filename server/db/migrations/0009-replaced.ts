import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import type { GoneRule } from "./rules/feed-rules.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

const GONE: GoneRule = {
  on: "replaced_decisions",
  feedTable: "replaced",
  rowKey: "cast(old.replaced_id as text)",
  userId: "old.user_id",
  deviceRef: "null",
  from: "",
};

/** The ninth migration: when decisions were made, who confirmed them, and those that another person replaced. */
export async function createReplacedDecisions(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  for (const column of ["made_from", "made_to", "arrived_at"]) {
    await db.schema.alterTable("insight_history").addColumn(column, "bigint").execute();
  }
  const table = tableMaker(db, side);
  await table("confirmed_decisions")
    .ref("insight_id", "insights.insight_id", "cascade")
    .ref("user_id", "users.user_id", "cascade")
    .intOrNull("made_from")
    .int("made_to", "arrived_at")
    .create(["insight_id", "user_id"]);
  await table("replaced_decisions")
    .identity("replaced_id")
    .ref("user_id", "users.user_id", "cascade")
    .ref("insight_id", "insights.insight_id", "cascade")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("status")
    .intOrNull("made_from")
    .int("made_to", "arrived_at")
    .refOrNull("by_user_id", "users.user_id", "set null")
    .text("by_status")
    .intOrNull("by_made_from")
    .int("by_made_to", "by_arrived_at")
    .flag("made_earlier")
    .int("replaced_at")
    .xid()
    .create();
  await createIndexes(db, [
    { table: "confirmed_decisions", columns: ["user_id"] },
    { table: "replaced_decisions", columns: ["user_id", "insight_id"] },
    { table: "replaced_decisions", columns: ["user_id", "xid"] },
    { table: "replaced_decisions", columns: ["insight_id"] },
    { table: "replaced_decisions", columns: ["device_ref"] },
    { table: "replaced_decisions", columns: ["by_user_id"] },
    { table: "replaced_decisions", columns: ["replaced_at"] },
  ]);
  await side.createFeedOf(db, "replaced_decisions", GONE);
}
