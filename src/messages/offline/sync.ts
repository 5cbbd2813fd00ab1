/**
 * The words of the connection, the age of the data and what is unsent, which every screen shows; the panel has its own.
 */
export const SYNC = {
  chip: "Connection and unsent work:",
  phases: {
    unknown: "Connecting",
    online: "Online",
    offline: "Offline",
    signedOut: "Signed out",
  },
  /** For what sealed work waits, in each phase. Online, the server did not take it yet: it is busy or in trouble. */
  waits: {
    unknown: "waiting for the connection",
    online: "waiting for the server; the app tries again by itself",
    offline: "waiting for the connection",
    signedOut: "waiting until you sign in",
  },
  notRefreshed: "Not refreshed",
  /** The last step could not be stored. */
  notStored: "Not stored",
  /** Unsent work by its state. */
  work: {
    save: (count: number) => `${count.toLocaleString("en")} to save`,
    send: (count: number) => `${count.toLocaleString("en")} to send`,
    sending: (count: number) => `Sending ${count.toLocaleString("en")}`,
    error: (count: number) => `${count.toLocaleString("en")} to send`,
    /** Of a role that may not send. */
    kept: (count: number) => `${count.toLocaleString("en")} kept, not sent`,
  },
  serverError: "Server error",
  serverBusy: "Server busy",
  dataFrom: (time: string) => `data from ${time}`,
  /** On a phone, where a time alone looks like a clock. */
  dataShort: (time: string) => `data ${time}`,
  noData: "no data yet",
  toLookAt: (count: number) => `${count.toLocaleString("en")} to look at`,
  autoSent: (count: number) =>
    count === 1
      ? "Back online: 1 action made offline is being sent."
      : `Back online: ${count.toLocaleString("en")} actions made offline are being sent.`,
} as const;
