import type { Card, Charge } from "../../src/protocol/calls/billing-calls.ts";

/** The provider's copy of a user. */
export interface NewCustomer {
  readonly email: string;
  readonly name: string;
  readonly userId: number;
}

/** The charge that an event of the provider is about; null: the event is about something else. */
export interface PaymentEvent {
  readonly id: string;
  /** When the provider made the event, in UTC epoch milliseconds. */
  readonly createdMs: number;
  readonly change: { readonly customerId: string; readonly charge: Charge } | null;
}

/**
 * Cards and charges at a payment provider. One adapter: Stripe. Card numbers never reach this program: a browser
 * exchanges them for a source in the provider's own frame.
 *
 * Every method but `readEvent` may throw PaymentsUnavailable.
 */
export interface Payments {
  /**
   * @param key the same key gives the same customer, so that a repeated call makes no second one
   * @returns the provider's id
   */
  createCustomer(customer: NewCustomer, key: string): Promise<string>;
  /** The card that is charged; null where there is none or the customer was deleted. */
  readCard(customerId: string): Promise<Card | null>;
  /**
   * Makes a source the customer's card, in place of the one before. The same source may be set again.
   * @throws CardDeclined, SourceUnusable, CustomerGone
   */
  setCard(customerId: string, source: string): Promise<Card>;
  /**
   * The newest charges, newest first, at most MAX_CHARGES.
   * @throws CustomerGone
   */
  listCharges(customerId: string): Promise<Charge[]>;
  /** Deletes the customer with its cards; one that is gone already is fine. */
  deleteCustomer(customerId: string): Promise<void>;
  /**
   * Checks an event's signature over the body's bytes.
   * @throws EventRefused where the signature is wrong or older than five minutes
   */
  readEvent(body: Buffer, signature: string, nowMs: number): PaymentEvent;
}

export const MAX_CHARGES = 1000;

/** The card was refused; `sentence` is the provider's own, written for the person. */
export class CardDeclined extends Error {
  readonly sentence: string;
  constructor(sentence: string) {
    super("the card was declined");
    this.name = "CardDeclined";
    this.sentence = sentence;
  }
}

/** The source is unknown, was used already, or is of no card. */
export class SourceUnusable extends Error {
  override readonly name = "SourceUnusable";
}

/** The customer does not exist any more. */
export class CustomerGone extends Error {
  override readonly name = "CustomerGone";
}

export class EventRefused extends Error {
  override readonly name = "EventRefused";
}

/**
 * The provider did not do it: no connection, too slow, too many calls, a fault there, or wrong keys here. `detail` is
 * for the log and holds no key.
 */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";
  readonly detail: Readonly<Record<string, string | number | undefined>>;
  /**
   * Whether the provider repeats this error for the same idempotency key. Then only another key can succeed; after a
   * lost connection only the same key is safe.
   */
  readonly isStored: boolean;
  constructor(detail: PaymentsUnavailable["detail"], isStored: boolean) {
    super("the payment provider is not available");
    this.detail = detail;
    this.isStored = isStored;
  }
}
