import type { BatchRefusal, ItemOutcome } from "../../domain/bulk-update.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import { SYNC } from "./sync.ts";
import { tryingAgain, UNSENT_WORK } from "./unsent-work.ts";

/** For what the queue waits. */
const WAITS = {
  unreachable: "Waiting for a connection",
  // The notice above the list has the same words: two reasons for one failure would confuse.
  busy: UNSENT_WORK.busy,
  serverError: SYNC.serverError,
  unknown: SYNC.serverError,
  notStored: "This device could not store the answer",
  blocked: "Another update of the same Sentinels was in the way",
  held: "Can still be undone",
} as const;

/**
 * The words of the sync panel, which comes after the first screen. "The bulk update …" sentences come from the server.
 */
export const SYNC_PANEL = {
  title: (time: string, age: string) => `Data from ${time}, ${age}`,
  firstSync: (rows: number, total: number | null) =>
    total === null
      ? `${rows.toLocaleString("en")} insights so far`
      : `${rows.toLocaleString("en")} of ${total.toLocaleString("en")} insights`,
  firstSyncTitle: "First copy on its way",
  moreSyncTitle: "More insights on their way",
  firstSyncHelp: "You can work with what is here. If you leave, the copy continues later.",
  pull: "Refresh the data now",
  pulling: "Refreshing",
  pullOffline: "Refreshing needs a connection. The app reconnects by itself.",
  failed: "The server answers, but the data could not be refreshed. The app tries again by itself.",
  signedOutWords: "Sending is paused and nothing is lost. It goes on when you sign in again.",
  signIn: "Sign in",

  waiting: "Waiting",
  waitingNone: "Nothing waits. Every action is with the server.",
  safe: "Safe on this device until the server has them.",
  save: (count: number) => `Save ${count.toLocaleString("en")}`,
  review: "Show the list",
  counts: (counts: Partial<Record<InsightStatus, number>>) =>
    (["acknowledge", "archive", "favorite", "none"] as const)
      .filter((status) => (counts[status] ?? 0) > 0)
      .map((status) => statusCount(status, counts[status] ?? 0))
      .join(", "),

  /** Beside the number of actions; nothing for one, whose line stands below. */
  batches: (count: number) => (count === 1 ? "" : `in ${count} parts`),
  moreBatches: (count: number) => (count === 1 ? "And 1 more part" : `And ${count} more parts`),
  actions: (count: number) => (count === 1 ? "1 action" : `${count.toLocaleString("en")} actions`),
  steps: ["Saved", "Sent", "Processing", "Done"] as const,
  stepWords: {
    sealed: (waits: string) => `Saved, ${waits}`,
    kept: "Kept on this device: your account may look at insights, not change them",
    behind: "Sent after the one before it",
    sending: "Being sent",
    submitted: "With the server, waiting",
    processing: "Being processed",
    confirming: "Done, being confirmed",
  },
  unsendable: (count: number) =>
    `Your account may look at insights, not change them. ${
      count === 1 ? "1 action from before is" : `${count.toLocaleString("en")} actions from before are`
    } kept on this device, and ${
      count === 1 ? "goes" : "go"
    } out once your account may change insights again. Ask for that, export ${
      count === 1 ? "it" : "them"
    } to a file below, or discard ${count === 1 ? "it" : "them"}.`,
  discardUnsent: "Discard",
  discardUnsentSure: (count: number) =>
    count === 1 ? "Discard 1 action for good" : `Discard ${count.toLocaleString("en")} actions for good`,
  signedOut: "Waiting until you sign in again",
  /** @param left the time until the next try; null: now */
  waitsFor: (why: keyof typeof WAITS, left: string | null) =>
    why === "held"
      ? left === null
        ? "Sent now."
        : `${WAITS.held}, sent in ${left}.`
      : tryingAgain(WAITS[why])(left),
  progress: (step: string, at: number, of: number) => `${step}, step ${at} of ${of}`,
  refreshBulk: "Ask for the state now",

  cameBack: "Returned",
  returned: (count: number) =>
    count === 1
      ? "1 action, returned to your list"
      : `${count.toLocaleString("en")} actions, returned to your list`,
  sendAgain: "Send again",

  refused: "Not saved",
  appliedOver: "Saved over others",
  refusedAndApplied: "Not saved, or saved over others",
  applied: "Saved",
  outcomes: {
    noop: "It already had this status",
    overrode: "Replaced a newer status",
    superseded: "Not saved: somebody set a newer status",
    gone: "Not saved: the insight was deleted",
    forbidden: "Not saved: this Sentinel is no longer yours",
    mismatch: "Not saved: the server now has another insight under its number",
    notAllowed: "Not saved: your account may not change insights",
    notAccepted: "Not saved: the server did not accept it",
  } satisfies Record<ItemOutcome | BatchRefusal, string>,
  /** The server's own sentence, full stop included. */
  said: (sentence: string) => `The server says: ${sentence}`,
  /** Of an action that was applied. @param own the other was this person, on another device or in another browser */
  overrode: (
    status: InsightStatus,
    over: { replaced?: InsightStatus; madeEarlier?: true; by: string | null; own: boolean },
  ) => {
    const whose = over.own ? " by you, elsewhere" : over.by === null ? "" : ` by ${over.by}`;
    const what = over.replaced === undefined ? "a newer status" : REPLACED_WORDS[over.replaced];
    const order = over.madeEarlier ? ". Yours was made before that, and arrived after it." : "";
    return `${WANTED_WORDS[status]} was saved over ${what}${whose}${order}`;
  },
  unknownInsight: "An insight that is not on this device",
  dismissOne: (what: string) => `Dismiss ${what}`,
  dismissAll: (count: number) => `Dismiss all ${count.toLocaleString("en")}`,
  dismissSure: "Forget the whole list?",
  openOne: (what: string) => `Open ${what}`,
  open: "Open",
  retry: "Try again",
  retryOne: (what: string) => `Try again: ${what}`,
  retryAll: "Try all again",
  wanted: (status: InsightStatus) => `You wanted: ${WANTED_WORDS[status]}`,
  retried: "Back in your list over what is shown now. Save sends them.",
  notRetried: "What is not on this device, or shows what you wanted already, stays here.",
  retryForbidden:
    "This cannot be tried again now: your account may look at insights, not change them. It stays here.",
  more: (count: number) => `Show ${count.toLocaleString("en")} more`,

  files: "Unsent work as a file",
  filesWords:
    "Save your unsent work as a file, to send it from another phone or to keep a copy. Safe to send from both: it counts once. If it is returned to your list on both, press Send again on one only.",
  exportFile: "Export to a file",
  exportAsk: (count: number) =>
    count === 1
      ? "Your list of 1 action is saved first: it goes out from here too, with the next connection."
      : `Your list of ${count.toLocaleString("en")} actions is saved first: they go out from here too, with the next connection.`,
  exportAgree: "Save and export",
  exported: (count: number) =>
    count === 1 ? "1 action is in the file." : `${count.toLocaleString("en")} actions are in the file.`,
  exportFailed: "The file could not be made: your list could not be saved on this device.",
  download: "Download",
  share: "Share",
  importFile: "Import a file",
  imported: (count: number, known: number) =>
    count === 0
      ? "Everything in this file is here already, or has been sent."
      : `${count.toLocaleString("en")} ${count === 1 ? "action" : "actions"} imported${
          known > 0 ? `; ${known.toLocaleString("en")} were here already, or have been sent` : ""
        }.`,
  importAsk: (count: number) =>
    `This file is more than 120 days old, or its age is not known. If it was sent back then, importing it may replace newer decisions. Nothing is imported yet. Import ${
      count === 1 ? "its 1 action" : `its ${count.toLocaleString("en")} actions`
    }?`,
  importAgree: "Import",
  importLeave: "Cancel",
  importRefused: {
    notOurs: () => "This is not a file of unsent work.",
    newer: () => "This file was made by a newer version of the app. Update, then import it.",
    damaged: () => "This file is damaged. Nothing was imported. Ask for it again.",
    otherUser: (of: string) => `This file holds the work of ${of}. Only they can import it.`,
    otherServer: (of: string) => `This file is for another server: ${of}.`,
    forbidden: () => "Your account may look at insights, not change them.",
    failed: () => "The file could not be stored on this device. Free some space, then try again.",
  },

  storageError:
    "This device could not store your latest action. What was stored before is safe. Free some space, then try again.",
  onlyInPage: (count: number) =>
    count === 1
      ? "Unsent work stored on this device was deleted and cannot be stored again yet. Your 1 unsent action is in this open page alone: do not close it. Free some space, then try again."
      : `Unsent work stored on this device was deleted and cannot be stored again yet. Your ${count.toLocaleString("en")} unsent actions are in this open page alone: do not close it. Free some space, then try again.`,
  notPersistent:
    "The browser may clear what this site keeps when space runs short. Send your work soon, or install the app.",
} as const;

const WANTED_WORDS: Record<InsightStatus, string> = {
  acknowledge: "Acknowledge",
  archive: "Archive",
  favorite: "Favorite",
  none: "Clear status",
};
const REPLACED_WORDS: Record<InsightStatus, string> = {
  acknowledge: "Acknowledged",
  archive: "Archived",
  favorite: "Favorite",
  none: "a cleared status",
};
const STATUS_WORDS: Record<InsightStatus, string> = {
  acknowledge: "acknowledged",
  archive: "archived",
  favorite: "favorites",
  none: "cleared",
};
const statusCount = (status: InsightStatus, count: number) =>
  `${count.toLocaleString("en")} ${status === "favorite" && count === 1 ? "favorite" : STATUS_WORDS[status]}`;
