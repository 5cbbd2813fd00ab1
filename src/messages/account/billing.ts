/** The words of the Billing tab. */
export const BILLING = {
  off: "Billing is not set up",
  offWords: "This server takes no payments, so there is no card and no invoice here.",
} as const;
