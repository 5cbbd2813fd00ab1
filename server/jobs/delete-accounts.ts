import type { Dependencies } from "../dependencies.ts";
import { findDueUsers } from "../features/account/deletion-repository.ts";
import { deleteDueAccount } from "../features/account/deletion-service.ts";
import { deletePaymentCustomer } from "../features/billing/customers.ts";
import { PaymentsUnavailable } from "../providers/payments.ts";

/**
 * Between the end of the days of grace and the deletion, so that a call that takes it back in time has been stored, on
 * a server whose clock is a little behind too. The customer at the payment provider is then deleted for good.
 */
const LAST_WORD_MS = 60_000;

/**
 * Deletes the accounts whose days of grace are over, each in a transaction of its own. Of several servers that do it at
 * once the first one deletes an account, and the others find it gone.
 *
 * The customer at the payment provider goes first: without the account nothing here knows which one it was. An account
 * whose customer cannot be deleted now waits for the next run, and does not hold up the others.
 *
 * @returns how many were deleted
 * @throws PaymentsUnavailable after all of them, where the payment provider did not answer
 */
export async function deleteDueAccounts(
  needs: Pick<Dependencies, "db" | "payments">,
  nowMs: number,
): Promise<number> {
  const { db } = needs;
  let deleted = 0;
  let waiting: PaymentsUnavailable | null = null;
  for (const userId of await findDueUsers(db.reader, nowMs - LAST_WORD_MS)) {
    try {
      await deletePaymentCustomer(needs, userId);
      if (await deleteDueAccount(db, userId, nowMs)) deleted += 1;
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      waiting = error;
    }
  }
  if (waiting !== null) throw waiting;
  return deleted;
}
