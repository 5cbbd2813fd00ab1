import type { TimeMs } from "./column-types.ts";

/** A user's customer at the payment provider; a user who never had a card has no row. */
export interface PaymentCustomerTable {
  user_id: number;
  /** The provider's id; null until the provider has answered it. */
  customer_id: string | null;
  /** The idempotency key under which the customer is made, stored before the provider is called. */
  creation_key: string;
  /** When all charges were last read from the provider; null: never. */
  charges_read_at: TimeMs | null;
}

/** A charge as the provider last described it. */
export interface PaymentChargeTable {
  charge_id: string;
  user_id: number;
  description: string | null;
  created_at: TimeMs;
  /** In cents. */
  amount: number;
  currency: string;
  status: string;
  /** When the provider described it so, to tell a late event from a new one. */
  as_of: TimeMs;
}

/** An event of the provider that was received, so that a repeated one is ignored. */
export interface PaymentEventTable {
  event_id: string;
  received_at: TimeMs;
}
