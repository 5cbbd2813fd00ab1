interface Expiry {
  /** 1–12. */
  readonly exp_month: number;
  readonly exp_year: number;
}

/** `08/2031`. */
export function expiryText({ exp_month, exp_year }: Expiry): string {
  return `${String(exp_month).padStart(2, "0")}/${exp_year}`;
}

/** A card is good until its month ends, in UTC. */
export function hasExpired({ exp_month, exp_year }: Expiry, nowMs: number): boolean {
  return nowMs >= Date.UTC(exp_year, exp_month, 1);
}
