import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/**
 * Lets one transaction at a time change what is a user's own: on PostgreSQL the others wait until this one ends,
 * on SQLite there is but one writer anyway.
 */
export async function lockUser(
  { kind }: Pick<Database, "kind">,
  transaction: Transaction<Schema>,
  userId: number,
): Promise<void> {
  if (kind === "sqlite") return;
  await transaction
    .selectFrom("users")
    .select("user_id")
    .where("user_id", "=", userId)
    .forNoKeyUpdate()
    .execute();
}
