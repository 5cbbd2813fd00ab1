import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** The fourth migration: the temperature at the camera. */
export async function addTemperature(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable("insights").addColumn("temperature_c", "double precision").execute();
}
