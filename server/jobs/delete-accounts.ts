import type { Database } from "../db/database.ts";
import { findDueUsers } from "../features/account/deletion-repository.ts";
import { deleteDueAccount } from "../features/account/deletion-service.ts";

/**
 * Deletes the accounts whose days of grace are over, each in a transaction of its own. Of several servers that do it at
 * once the first one deletes an account, and the others find it gone.
 *
 * @returns how many were deleted
 */
export async function deleteDueAccounts(db: Database, nowMs: number): Promise<number> {
  let deleted = 0;
  for (const userId of await findDueUsers(db.reader, nowMs)) {
    if (await deleteDueAccount(db, userId, nowMs)) deleted += 1;
  }
  return deleted;
}
