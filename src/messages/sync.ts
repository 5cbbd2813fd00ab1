import type { ItemOutcome } from "../domain/bulk-update.ts";
import type { InsightStatus } from "../domain/insight.ts";

/** The words of the connection, the data's age and of what waits. "The bulk update …" sentences come from the server. */
export const SYNC = {
  chip: "Connection and unsent work:",
  phases: {
    unknown: "Connecting",
    online: "Online",
    offline: "Offline",
    signedOut: "Signed out",
  },
  notRefreshed: "Not refreshed",
  unsent: (count: number) => `${count.toLocaleString("en")} unsent`,
  dataFrom: (time: string) => `data from ${time}`,
  noData: "no data yet",
  title: (time: string, age: string) => `Data from ${time}, ${age}`,
  firstSync: (rows: number, total: number | null) =>
    total === null
      ? `${rows.toLocaleString("en")} insights so far`
      : `${rows.toLocaleString("en")} of ${total.toLocaleString("en")} insights`,
  firstSyncTitle: "First copy on its way",
  pull: "Refresh the data now",
  pulling: "Refreshing",
  pullOffline: "Refreshing needs a connection. The app looks for one by itself.",
  failed: "The server answers, but the data could not be refreshed. The app tries again by itself.",
  signedOutWords: "Sending is paused and nothing is lost. It goes on when you sign in again.",
  signIn: "Sign in",

  waiting: "Waiting",
  waitingNone: "Nothing waits. Every action is with the server.",
  safe: "Safe on this device until the server has them.",
  save: (count: number) => `Save ${count.toLocaleString("en")}`,
  review: "Review list",
  counts: (counts: Partial<Record<InsightStatus, number>>) =>
    (["acknowledge", "archive", "favorite", "none"] as const)
      .filter((status) => (counts[status] ?? 0) > 0)
      .map((status) => `${(counts[status] ?? 0).toLocaleString("en")} ${STATUS_WORDS[status]}`)
      .join(", "),

  onItsWay: "On its way",
  batches: (count: number) => (count === 1 ? "1 batch" : `${count} batches`),
  moreBatches: (count: number) => (count === 1 ? "And 1 more batch" : `And ${count} more batches`),
  actions: (count: number) => (count === 1 ? "1 action" : `${count.toLocaleString("en")} actions`),
  steps: ["Sealed", "Sent", "Processing", "Done"] as const,
  stepWords: {
    sealed: "Sealed, goes out with the next connection",
    sending: "Being sent",
    submitted: "With the server, waiting",
    processing: "Being processed",
    confirming: "Done, being confirmed",
  },
  progress: (step: string, at: number, of: number) => `${step}, step ${at} of ${of}`,
  refreshBulk: "Ask for the state now",

  cameBack: "Came back",
  returned: (count: number) =>
    count === 1
      ? "1 action, returned to your list"
      : `${count.toLocaleString("en")} actions, returned to your list`,
  sendAgain: "Send again",

  refused: "Refused",
  toLookAt: (count: number) => `${count.toLocaleString("en")} to look at`,
  outcomes: {
    noop: "It already had this status",
    overrode: "Replaced a newer status",
    superseded: "Somebody's newer status stands",
    gone: "Gone: the insight was deleted",
    forbidden: "Not taken: this Sentinel is no longer yours",
  } satisfies Record<ItemOutcome, string>,
  overrodeBy: (name: string) => `Replaced a newer status by ${name}`,
  unknownInsight: "An insight that is not on this device",
  dismissOne: (what: string) => `Dismiss ${what}`,
  showAll: (count: number) => `Show all ${count.toLocaleString("en")}`,

  storageError:
    "This device could not store your latest action. What was stored before is safe. Free some space, then try again.",
  evicted: (count: number) =>
    `The browser has removed what this site kept on this device, with ${
      count === 1 ? "1 action" : `${count.toLocaleString("en")} actions`
    } not yet sent. Do ${count === 1 ? "it" : "them"} again, and install the app so that it is kept.`,
  notPersistent:
    "The browser may clear what this site keeps when space runs short. Send your work soon, or install the app.",
  autoSent: (count: number) =>
    count === 1
      ? "Back online: 1 action made offline is being sent."
      : `Back online: ${count.toLocaleString("en")} actions made offline are being sent.`,
} as const;

const STATUS_WORDS: Record<InsightStatus, string> = {
  acknowledge: "acknowledged",
  archive: "archived",
  favorite: "favorite",
  none: "cleared",
};
