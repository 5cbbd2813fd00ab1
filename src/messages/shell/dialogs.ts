/** The words of the dialogs of the shell, which are loaded after the first screen. */

export const SUPPORT = {
  words: "Write to us about anything that does not work or that you miss.",
  mail: "Send email",
  copy: "Copy address",
  copied: "Address copied",
  copyFailed: "The address could not be copied: select it and copy it by hand.",
  unset: "This server names no support address yet. Ask the person who gave you its address.",
  answers: "Answers to many questions:",
  unknown: "The support address is not on this device yet. It is loaded when you are online.",
} as const;

export const LOGOUT = {
  title: "You have unsent work",
  words: (count: number) =>
    count === 1
      ? "1 action is not yet with the server."
      : `${count.toLocaleString("en")} actions are not yet with the server.`,
  send: "Send now and log out",
  sendHint: "Waits until the server has everything.",
  sendOffline: "Needs a connection.",
  sending: (left: number) => `Sending, ${left.toLocaleString("en")} left`,
  keep: "Keep for me and log out",
  keepHint: "Stays on this device, hidden, until you sign in here again.",
  export: "Export to a file",
  exportHint: "Saves your list and writes it into a file. Then choose below how to log out.",
  discard: "Discard and log out",
  discardHint: "What you did is lost.",
  discardSure: "Discard for good?",
  discardConfirm: (count: number) =>
    count === 1 ? "Discard 1 action" : `Discard ${count.toLocaleString("en")} actions`,
  stuck: "Not everything is with the server yet. You can wait, or keep it for later.",
} as const;

export const KEYS = {
  title: "Keyboard",
  everywhere: "Everywhere",
  list: "Show this list",
  lists: "In a list",
  screen: "On this screen",
  rows: "Next or previous row",
  extend: "Extend the selection",
  select: "Select",
  selectAll: "Select all that match",
  open: "Open the row",
  filter: "Search or filter",
  palette: "Find a command",
  goTo: (page: string) => `Go to ${page}`,
  /** Two keys, pressed one after the other. */
  inTurn: (first: string, second: string) => `${first} then ${second}`,
  navigation: "Collapse or expand the navigation",
  search: "Find",
  close: "Close what is open",
  single: "Shortcuts of a single key",
  singleHint: "Turn them off where they get in the way of speech control.",
} as const;
