import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

/** The sixth migration: customers at the payment provider, their charges, and the provider's events. */
export async function createBilling(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const table = tableMaker(db, side);
  await table("payment_customers")
    .ref("user_id", "users.user_id", "cascade")
    .textOrNull("customer_id")
    .text("creation_key")
    .intOrNull("charges_read_at")
    .create(["user_id"]);
  await table("payment_charges")
    .textKey("charge_id")
    .ref("user_id", "users.user_id", "cascade")
    .textOrNull("description")
    .int("created_at", "amount", "as_of")
    .text("currency", "status")
    .create();
  await table("payment_events").textKey("event_id").int("received_at").create();
  await createIndexes(db, [
    { table: "payment_customers", columns: ["customer_id"], unique: true },
    { table: "payment_charges", columns: ["user_id"] },
    { table: "payment_events", columns: ["received_at"] },
  ]);
}
