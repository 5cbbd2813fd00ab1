import { SYNC } from "./sync.ts";

const BUSY = "The server is busy";
/** After the words of a state: the time until the next try, null: now. */
const again = {
  whole: (left: string | null) => `, trying again ${left === null ? "now" : `in ${left}`}`,
  /** Where there is little room. */
  brief: (left: string | null) => (left === null ? again.whole(null) : `, again in ${left}`),
};
/** @param what why it was not sent; the answer takes the time until the next try, null: now */
export const tryingAgain = (what: string) => (left: string | null) => `${what}${again.whole(left)}.`;
const safeHere = (what: string) =>
  `${what}. What you saved is safe on this device and is tried again by itself.`;

/** Why unsent work is not with the server yet, in the list and in the panel. */
export const UNSENT_WORK = {
  /**
   * After an error answer: with the time until the next try, where null is now, and without it for screen readers, which
   * would announce each second of the countdown. The brief words are for a place as small as a button.
   */
  serverError: {
    counted: tryingAgain(SYNC.serverError),
    brief: (left: string | null) => `${SYNC.serverError}${again.brief(left)}`,
    still: safeHere(SYNC.serverError),
  },
  serverBusy: {
    counted: tryingAgain(BUSY),
    brief: (left: string | null) => `${SYNC.serverBusy}${again.brief(left)}`,
    still: safeHere(BUSY),
  },
  busy: BUSY,
  /** In the chip, after its words. */
  again: again.whole,
  tryNow: "Try now",
  /** Without a connection, or with a server that answers with errors. */
  savedHere: (onPhone: boolean, online: boolean) =>
    `Saved ${onPhone ? "on this phone" : "on this device"}. Sends when ${online ? "the server answers" : "online"}.`,
  confirming: "Done, being confirmed",
} as const;
