import type { Config } from "../config.ts";
import type { Payments } from "./payments.ts";

/** The payment provider that the settings name, or null where billing is not set up. */
export async function choosePayments(config: Config): Promise<Payments | null> {
  const { stripeSecretKey, stripeWebhookSecret, stripeApiBase } = config;
  if (stripeSecretKey === null) return null;
  // Most servers have no billing, so the package of Stripe is loaded only where it is used.
  const { stripePayments } = await import("./stripe-payments.ts");
  return stripePayments({
    secretKey: stripeSecretKey,
    webhookSecret: stripeWebhookSecret,
    apiBase: stripeApiBase,
  });
}
