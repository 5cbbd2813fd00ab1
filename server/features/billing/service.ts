import { DAY_MS } from "../../../src/domain/time.ts";
import { BILLING_SENTENCES } from "../../../src/messages/server/billing.ts";
import type { Card, Charge } from "../../../src/protocol/calls/billing-calls.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError } from "../../http/api-error.ts";
import { CustomerGone, type PaymentEvent, type Payments } from "../../providers/payments.ts";
import { type AttemptBuckets, type AttemptRule, bucketOf } from "../attempts/attempt-buckets.ts";
import { lockUser } from "../users/lock-repository.ts";
import { replacesCharge } from "./charge-order.ts";
import { customerOf, forgetCustomer } from "./customers.ts";
import {
  claimEvent,
  findCharges,
  findCustomer,
  findCustomerUser,
  isCustomerAwaited,
  markChargesRead,
  storeCharge,
} from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "ids" | "config" | "payments">;

/** After this time charges are read from the provider again, in case events were lost. */
const CHARGES_HOLD_MS = DAY_MS;
/** Stripe repeats an event for three days. */
const EVENTS_REMEMBERED_MS = 30 * DAY_MS;

/** How often a user sets a card, so that an account cannot be used to find out which stolen cards work. */
const CARDS: AttemptRule = { name: "card", capacity: 10, refillMs: 5 * 60_000 };

/** The user's card; null where there is none or billing is not set up. @throws PaymentsUnavailable */
export async function readCard({ db, payments }: Needs, userId: number): Promise<Card | null> {
  if (payments === null) return null;
  const customerId = (await findCustomer(db.reader, userId))?.customer_id ?? null;
  return customerId === null ? null : payments.readCard(customerId);
}

/**
 * Makes a source of the provider the user's card.
 * @throws ApiError not_set_up, throttled; CardDeclined, SourceUnusable, PaymentsUnavailable
 */
export async function setCard(
  needs: Needs & { readonly attempts: AttemptBuckets },
  userId: number,
  source: string,
): Promise<Card> {
  const { payments } = needs;
  if (payments === null) throw new ApiError(503, "not_set_up", { general: BILLING_SENTENCES.notSetUp });
  await needs.attempts.takeOrRefuse([bucketOf(CARDS, String(userId))]);
  const customerId = await customerOf(needs, payments, userId);
  try {
    return await payments.setCard(customerId, source);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    await forgetCustomer(needs, userId, customerId);
    return payments.setCard(await customerOf(needs, payments, userId), source);
  }
}

/**
 * The user's charges, newest first; none where billing is not set up.
 *
 * The stored ones are the answer while events keep them up to date. Without a webhook, and once a day, they are read
 * from the provider.
 *
 * @throws PaymentsUnavailable
 */
export async function listCharges(needs: Needs, userId: number): Promise<Charge[]> {
  const { db, clock, config, payments } = needs;
  if (payments === null) return [];
  const customer = await findCustomer(db.reader, userId);
  if (customer !== undefined && customer.customer_id !== null) {
    const readAtMs = customer.charges_read_at;
    const isCurrent =
      config.stripeWebhookSecret !== null && readAtMs !== null && clock.now() - readAtMs < CHARGES_HOLD_MS;
    if (!isCurrent) await readCharges(needs, payments, userId, customer.customer_id);
  }
  return storedCharges(needs, userId);
}

/** The user's charges as they were last read or reported, newest first; asks the provider for nothing. */
export async function storedCharges({ db }: Pick<Needs, "db">, userId: number): Promise<Charge[]> {
  const charges = await findCharges(db.reader, userId);
  return charges.map(({ charge_id, created_at, description, amount, currency, status }) => ({
    id: charge_id,
    description,
    created: created_at / 1000,
    amount,
    currency,
    status,
  }));
}

/** Reads all charges of a customer from the provider and stores them. Those of a deleted customer stay as they are. */
async function readCharges(
  { db, clock }: Needs,
  payments: Payments,
  userId: number,
  customerId: string,
): Promise<void> {
  const asOfMs = clock.now();
  try {
    const charges = await payments.listCharges(customerId);
    await db.write(async (transaction) => {
      await lockUser(db, transaction, userId);
      await storeCharges(transaction, userId, charges, asOfMs);
      await markChargesRead(transaction, userId, asOfMs);
    });
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
  }
}

/** A customer is stored within seconds of its making; of an older event it is a stranger's. */
const CUSTOMER_COMES_WITHIN_MS = 60 * 60_000;

/**
 * Stores the change of a charge that an event reports; an event received before, or of a stranger, changes nothing.
 * @throws ApiError unavailable while the customer may be on its way here: the provider sends the event again
 */
export async function takeEvent({ db, clock }: Needs, event: PaymentEvent): Promise<void> {
  const { change } = event;
  if (change === null) return;
  const nowMs = clock.now();
  await db.write(async (transaction) => {
    const userId = await findCustomerUser(transaction, change.customerId);
    if (userId === null) {
      const isNew = nowMs - event.createdMs < CUSTOMER_COMES_WITHIN_MS;
      if (isNew && (await isCustomerAwaited(transaction))) throw new ApiError(503, "unavailable");
      return;
    }
    const claim = { eventId: event.id, nowMs, forgetBeforeMs: nowMs - EVENTS_REMEMBERED_MS };
    if (!(await claimEvent(transaction, claim))) return;
    await lockUser(db, transaction, userId);
    await storeCharges(transaction, userId, [change.charge], event.createdMs);
  });
}

async function storeCharges(
  transaction: WriteTransaction,
  userId: number,
  charges: readonly Charge[],
  asOfMs: number,
): Promise<void> {
  const stored = new Map((await findCharges(transaction, userId)).map((row) => [row.charge_id, row]));
  for (const { id, created, ...fields } of charges) {
    const row = { charge_id: id, user_id: userId, created_at: created * 1000, as_of: asOfMs, ...fields };
    if (replacesCharge(row, stored.get(id))) await storeCharge(transaction, row);
  }
}
