import type { Database } from "../../db/database.ts";

/** @returns how many of the user's there were */
export async function deleteReplaced(
  db: Database,
  userId: number,
  replacedIds: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction
      .deleteFrom("replaced_decisions")
      .where("user_id", "=", userId)
      .where("replaced_id", "in", replacedIds)
      .executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
