import type { Dependencies } from "../../dependencies.ts";
import { type Payments, PaymentsUnavailable } from "../../providers/payments.ts";
import {
  claimCreationKey,
  deleteCustomerRow,
  findCustomer,
  findPerson,
  renewCreationKey,
  storeCustomer,
} from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "ids">;

/**
 * The user's customer at the provider, made on first use.
 *
 * The idempotency key is stored before the provider is called, so that calls at once, in several processes too, and a
 * call after a crash make the same customer.
 *
 * @throws PaymentsUnavailable
 */
export async function customerOf(needs: Needs, payments: Payments, userId: number): Promise<string> {
  const { db, ids } = needs;
  const known = (await findCustomer(db.reader, userId)) ?? (await claim(needs, userId));
  if (known.customer_id !== null) return known.customer_id;
  const { email, first_name, last_name } = await findPerson(db.reader, userId);
  const creationKey = known.creation_key;
  try {
    const customer = { email, name: `${first_name} ${last_name}`.trim(), userId };
    const customerId = await payments.createCustomer(customer, creationKey);
    await db.write((transaction) => storeCustomer(transaction, { userId, customerId, creationKey }));
    return customerId;
  } catch (error) {
    if (error instanceof PaymentsUnavailable && error.isStored) {
      const renewal = { userId, before: creationKey, after: ids.uuid() };
      await db.write((transaction) => renewCreationKey(transaction, renewal));
    }
    throw error;
  }
}

/** Forgets a customer that the provider does not have any more, so that the next call makes another. */
export async function forgetCustomer({ db, ids }: Needs, userId: number, goneId: string): Promise<void> {
  await db.write(async (transaction) => {
    const known = await findCustomer(transaction, userId);
    if (known?.customer_id !== goneId) return;
    await renewCreationKey(transaction, { userId, before: known.creation_key, after: ids.uuid() });
  });
}

/**
 * Deletes the user's customer, with its cards, at the provider. Part of deleting an account, before the user's row,
 * which takes the stored charges along; safe to repeat.
 *
 * @throws PaymentsUnavailable: the customer is still known here, and the call can be repeated
 */
export async function deletePaymentCustomer(
  { db, payments }: Pick<Dependencies, "db" | "payments">,
  userId: number,
): Promise<void> {
  const known = await findCustomer(db.reader, userId);
  if (known === undefined) return;
  if (payments !== null && known.customer_id !== null) await payments.deleteCustomer(known.customer_id);
  await db.write((transaction) => deleteCustomerRow(transaction, userId));
}

async function claim({ db, ids }: Needs, userId: number) {
  const creationKey = ids.uuid();
  return db.write(async (transaction) => {
    await claimCreationKey(transaction, userId, creationKey);
    const claimed = await findCustomer(transaction, userId);
    if (claimed === undefined) throw new Error("The claimed customer is not there.");
    return claimed;
  });
}
