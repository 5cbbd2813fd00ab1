import { createHash } from "node:crypto";
import Stripe from "stripe";
import type { Card, Charge } from "../../src/protocol/calls/billing-calls.ts";
import {
  CardDeclined,
  CustomerGone,
  EventRefused,
  MAX_CHARGES,
  type PaymentEvent,
  type Payments,
  PaymentsUnavailable,
  SourceUnusable,
} from "./payments.ts";

/** With one retry the answer, good or bad, comes within the 20 s that the app waits for a call. */
const TIMEOUT_MS = 8000;
const RETRIES = 1;
const PAGE_SIZE = 100;
const EVENT_TOLERANCE_S = 300;
const FORBIDDEN = 403;

export interface StripeSettings {
  readonly secretKey: string;
  /** Null: no event is accepted. */
  readonly webhookSecret: string | null;
  /** An origin. */
  readonly apiBase: string;
  readonly timeoutMs?: number;
}

/** Payments by Stripe, with its own package. Neither key reaches an error or the log. */
export function stripePayments({ secretKey, webhookSecret, apiBase, timeoutMs }: StripeSettings): Payments {
  const { protocol, hostname, port } = new URL(apiBase);
  const stripe = new Stripe(secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port),
    timeout: timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: "Understory" },
  });
  return {
    async createCustomer({ email, name, userId }, key) {
      const customer = { email, name, metadata: { userId: String(userId) } };
      const { id } = await asked(stripe.customers.create(customer, { idempotencyKey: key }));
      return id;
    },

    async readCard(customerId) {
      try {
        const customer = await asked(stripe.customers.retrieve(customerId, { expand: ["default_source"] }));
        return customer.deleted ? null : cardOf(customer.default_source);
      } catch (error) {
        if (error instanceof CustomerGone) return null;
        throw error;
      }
    },

    async setCard(customerId, source) {
      // Stripe replaces the card at once, by a bank account too, so what the source is must be known before.
      if (!(await isCard(stripe, source))) throw new SourceUnusable();
      const customer = await asked(
        stripe.customers.update(
          customerId,
          { source, expand: ["default_source"] },
          // A source is usable once. Under a key made of it, a repeated call gets the first one's answer.
          { idempotencyKey: hashOf(`${customerId}\n${source}`) },
        ),
      );
      const card = cardOf(customer.default_source);
      if (card === null) throw new SourceUnusable();
      return card;
    },

    async listCharges(customerId) {
      const charges = await asked(
        stripe.charges
          .list({ customer: customerId, limit: PAGE_SIZE })
          .autoPagingToArray({ limit: MAX_CHARGES }),
      );
      return charges.map(chargeOf);
    },

    async deleteCustomer(customerId) {
      try {
        await asked(stripe.customers.del(customerId));
      } catch (error) {
        if (!(error instanceof CustomerGone)) throw error;
      }
    },

    readEvent(body, signature, nowMs) {
      if (webhookSecret === null) throw new EventRefused();
      return eventOf(() =>
        stripe.webhooks.constructEvent(body, signature, webhookSecret, EVENT_TOLERANCE_S, undefined, nowMs),
      );
    },
  };
}

/** Whether a source is of a card, as far as the secret key may read it. @throws SourceUnusable for an unknown one */
async function isCard(stripe: Stripe, source: string): Promise<boolean> {
  const read = source.startsWith("src_") ? stripe.sources.retrieve(source) : stripe.tokens.retrieve(source);
  try {
    return (await asked<{ type: string }>(read)).type === "card";
  } catch (error) {
    if (error instanceof CustomerGone) throw new SourceUnusable();
    // A restricted key may lack the right to read tokens; the app's own form makes tokens of cards alone.
    if (error instanceof PaymentsUnavailable && error.detail.status === FORBIDDEN) return true;
    throw error;
  }
}

/** A card, or a source that holds one; null for a bank account, a wallet or none. */
function cardOf(source: string | Stripe.CustomerSource | null): Card | null {
  if (source === null || typeof source === "string") return null;
  if (source.object === "card") return fieldsOf(source);
  return source.object === "source" && source.card !== undefined ? fieldsOf(source.card) : null;
}

function fieldsOf(card: { [Field in keyof Card]?: Card[Field] | null }): Card {
  const { brand, last4, exp_month, exp_year } = card;
  return { brand: brand ?? "", last4: last4 ?? "", exp_month: exp_month ?? 0, exp_year: exp_year ?? 0 };
}

function chargeOf({ id, description, created, amount, currency, status }: Stripe.Charge): Charge {
  return { id, description, created, amount, currency, status };
}

function eventOf(construct: () => Stripe.Event): PaymentEvent {
  let event: Stripe.Event;
  try {
    event = construct();
  } catch (error) {
    throw new EventRefused("the event is not of the provider", { cause: error });
  }
  const about: { object?: string } = event.data.object;
  const charge = about.object === "charge" ? (about as Stripe.Charge) : null;
  const customerId = typeof charge?.customer === "string" ? charge.customer : charge?.customer?.id;
  return {
    id: event.id,
    createdMs: event.created * 1000,
    change: charge === null || customerId === undefined ? null : { customerId, charge: chargeOf(charge) },
  };
}

/** Awaits an answer of Stripe; its errors become those of the port. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? portError(error) : error;
  }
}

function portError(error: Stripe.errors.StripeError): Error {
  const { type, code, param, statusCode, requestId } = error;
  if (error instanceof Stripe.errors.StripeCardError) return new CardDeclined(error.message);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (param === "source" || code === "token_already_used") return new SourceUnusable();
    if (code === "resource_missing") return new CustomerGone();
  }
  // Without a status there was no answer, so nothing is stored. Stripe stores no answer to 409 and 429 either.
  const isStored = statusCode !== undefined && statusCode !== 409 && statusCode !== 429;
  return new PaymentsUnavailable({ type, code, status: statusCode, requestId }, isStored);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
