/** For screens that need the server now. */
export const ONLINE = {
  /** In place of a list. @param what as the beginning of a sentence: "The list of device updates" */
  offlineTitle: "This needs a connection",
  offlineList: (what: string) =>
    `${what} is read from the server. It comes by itself as soon as you are online.`,
  failedTitle: (what: string) => `${what} could not be read`,
  failedWords: "The server answered, but not with what was asked for. Nothing was changed.",
  outdated: "You see the list as it was last read: the server does not answer now.",
  outdatedRefused: "You see the list as it was last read: the server would not give it anew.",
  /** Beside what is disabled. @param what as the beginning of a sentence: "Changing groups" */
  onlyOnline: (what: string) => `${what} needs a connection. You are offline now.`,
  onlySignedIn: (what: string) => `${what} needs you to sign in again.`,
  /** For a write without an answer, which may have been applied. */
  unanswered:
    "The server did not answer, so it is not known whether this was done. Look before you try again.",
  gone: "It is no longer there: somebody has removed it, or it is no longer yours.",
  forbidden: "Your account may not do this.",
  throttled: "Too much was asked at once. Wait a moment and try again.",
  refused: "The server would not do this. Try again, or contact support.",
} as const;
