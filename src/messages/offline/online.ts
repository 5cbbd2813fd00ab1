/** For screens that need the server now. */
export const ONLINE = {
  /** In place of a list. @param what as the beginning of a sentence: "The list of device updates" */
  offlineTitle: "This needs a connection",
  offlineList: (what: string) => `${what} comes from the server. It loads by itself when you are online.`,
  /** The same where the session has ended. */
  signedOutTitle: "Sign in again",
  signedOutList: (what: string) =>
    `${what} comes from the server. It loads by itself when you have signed in again.`,
  /** Of rows that are kept on the device, before the first of them is there. */
  notYet: "They are loaded when you are online, and are then here offline too.",
  notYetSignedOut: "They are loaded when you have signed in again, and are then here offline too.",
  failedTitle: (what: string) => `${what} could not be read`,
  failedWords: "The server sent an unexpected answer. Nothing was changed.",
  outdated: "This list may be out of date: the server does not answer.",
  outdatedRefused: "This list may be out of date: the server refused to send it.",
  /** Beside what is disabled. @param what as the beginning of a sentence: "Changing groups" */
  onlyOnline: (what: string) => `${what} needs a connection. You are offline now.`,
  onlySignedIn: (what: string) => `${what} needs you to sign in again.`,
  /** For a write without an answer, which may have been applied. */
  unanswered:
    "The server did not answer, so it is not known whether this was done. Check before you try again.",
  gone: "It is no longer there: somebody has removed it, or it is no longer yours.",
  forbidden: "Your account may not do this.",
  throttled: "Too many requests. Wait a moment and try again.",
  refused: "The server refused this. Try again, or contact support.",
} as const;
