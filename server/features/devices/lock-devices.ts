import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/**
 * Holds the rows of these Sentinels until the transaction ends, in one order for all. Whoever changes several of
 * them, or one and what hangs on it, calls it first: else two of them would wait for each other for ever, which
 * PostgreSQL ends by failing one. On SQLite there is but one writer anyway.
 */
export async function lockDevices(
  { kind }: Pick<Database, "kind">,
  transaction: Transaction<Schema>,
  deviceRefs: readonly number[],
): Promise<void> {
  if (kind === "sqlite" || deviceRefs.length === 0) return;
  await transaction
    .selectFrom("devices")
    .select("device_ref")
    .where("device_ref", "in", deviceRefs)
    .orderBy("device_ref")
    .forNoKeyUpdate()
    .execute();
}
