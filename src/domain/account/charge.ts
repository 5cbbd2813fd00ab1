import { shortUtcDay, utcYear } from "../time.ts";

const CHARGE_STATUSES = ["succeeded", "pending", "failed"] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number] | "unknown";

/** The status of a charge as it is shown; one that the provider adds is unknown. */
export function chargeStatus(status: string): ChargeStatus {
  return CHARGE_STATUSES.find((known) => known === status) ?? "unknown";
}

/** `12.34 USD`: a hundredth of the amount, with two decimals in every currency. @param amount in cents */
export function amountText(amount: number, currency: string): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

/** `21 Nov 2026`, the day in UTC. @param created Unix seconds */
export function chargeDay(created: number): string {
  const atMs = created * 1000;
  return `${shortUtcDay(atMs)} ${utcYear(atMs)}`;
}
