/** Why unsent work is not with the server yet, in the list and in the panel. */
export const UNSENT_WORK = {
  /** @param left the time until the next try; null: now */
  serverError: (left: string | null) => `Server error, trying again ${left === null ? "now" : `in ${left}`}.`,
  /** For screen readers, which would announce each second of the countdown. */
  serverErrorStill: "Server error. What you saved is safe on this device and is tried again by itself.",
  /** In the chip, after its words. */
  again: (left: string | null) => (left === null ? ", trying now" : `, again in ${left}`),
  tryNow: "Try now",
  /** Without a connection. */
  savedHere: (onPhone: boolean) =>
    `Saved ${onPhone ? "on this phone" : "on this device"}. Sends when online.`,
  confirming: "Done, being confirmed",
} as const;
