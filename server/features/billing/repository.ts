import type { View, WriteTransaction } from "../../db/database.ts";
import type { PaymentChargeTable } from "../../db/schema/payments.ts";

export async function findCustomer(view: View, userId: number) {
  return view
    .selectFrom("payment_customers")
    .select(["customer_id", "creation_key", "charges_read_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** The user whose customer this is. */
export async function findCustomerUser(view: View, customerId: string): Promise<number | null> {
  const row = await view
    .selectFrom("payment_customers")
    .select("user_id")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Whether a customer is being made whose id is not stored yet. */
export async function isCustomerAwaited(view: View): Promise<boolean> {
  const row = await view
    .selectFrom("payment_customers")
    .select("user_id")
    .where("customer_id", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPerson(view: View, userId: number) {
  return view
    .selectFrom("users")
    .select(["email", "first_name", "last_name"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Stores the key for a user's customer; of several calls the first one's key stays. */
export async function claimCreationKey(
  transaction: WriteTransaction,
  userId: number,
  creationKey: string,
): Promise<void> {
  await transaction
    .insertInto("payment_customers")
    .values({ user_id: userId, customer_id: null, creation_key: creationKey, charges_read_at: null })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

/** Stores a customer's id, where the row still has the key under which it was made. */
export async function storeCustomer(
  transaction: WriteTransaction,
  { userId, customerId, creationKey }: { userId: number; customerId: string; creationKey: string },
): Promise<void> {
  await transaction
    .updateTable("payment_customers")
    .set({ customer_id: customerId })
    .where("user_id", "=", userId)
    .where("creation_key", "=", creationKey)
    .execute();
}

/** Lets the next customer be made under another key. Does nothing where another call has changed the key already. */
export async function renewCreationKey(
  transaction: WriteTransaction,
  { userId, before, after }: { userId: number; before: string; after: string },
): Promise<void> {
  await transaction
    .updateTable("payment_customers")
    .set({ customer_id: null, creation_key: after, charges_read_at: null })
    .where("user_id", "=", userId)
    .where("creation_key", "=", before)
    .execute();
}

export async function deleteCustomerRow(transaction: WriteTransaction, userId: number): Promise<void> {
  await transaction.deleteFrom("payment_customers").where("user_id", "=", userId).execute();
}

export async function markChargesRead(
  transaction: WriteTransaction,
  userId: number,
  readAtMs: number,
): Promise<void> {
  await transaction
    .updateTable("payment_customers")
    .set({ charges_read_at: readAtMs })
    .where("user_id", "=", userId)
    .execute();
}

/** Newest first. */
export async function findCharges(view: View, userId: number) {
  return view
    .selectFrom("payment_charges")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("charge_id", "desc")
    .execute();
}

export async function storeCharge(transaction: WriteTransaction, charge: PaymentChargeTable): Promise<void> {
  const { charge_id: _, ...fields } = charge;
  await transaction
    .insertInto("payment_charges")
    .values(charge)
    .onConflict((conflict) => conflict.column("charge_id").doUpdateSet(fields))
    .execute();
}

/**
 * Remembers an event and forgets those received before `forgetBeforeMs`.
 * @returns false where it was received already
 */
export async function claimEvent(
  transaction: WriteTransaction,
  { eventId, nowMs, forgetBeforeMs }: { eventId: string; nowMs: number; forgetBeforeMs: number },
): Promise<boolean> {
  await transaction.deleteFrom("payment_events").where("received_at", "<", forgetBeforeMs).execute();
  const claimed = await transaction
    .insertInto("payment_events")
    .values({ event_id: eventId, received_at: nowMs })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .returning("event_id")
    .executeTakeFirst();
  return claimed !== undefined;
}
