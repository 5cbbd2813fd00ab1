import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** The sixteenth migration: what people noted of a sighting beside its class. */
export async function createObservations(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable("insights").addColumn("observation", "text").execute();
}
