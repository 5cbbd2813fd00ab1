import type { WriteTransaction } from "../../db/database.ts";

/**
 * Ends mails to the address that a key names, until it confirms anew.
 * @returns whether the key names an address
 */
export async function endMails(transaction: WriteTransaction, key: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("integration_targets")
    .set({ confirmed_at: null, code_hash: null, code_sent_at: null, code_attempts: 0 })
    .where("unsubscribe_key", "=", key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
