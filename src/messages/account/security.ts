import type { PasswordFault } from "../../domain/account/password.ts";

/** The words of the Security tab. Labels and notices marked so are literal in the specification. */
export const PASSWORD = {
  title: "Password",
  writing: "Changing the password",
  current: "Current password",
  next: "New password",
  /** Literal. */
  change: "Change Password",
  changed: "Password changed!",
  failed: (reason: string) => `Error changing password (${reason})`,
  reasons: {
    unfit: "Your password does not meet the defined requirements",
    wrong: "The entered password is not correct",
    other: "Something went wrong",
  },
  othersEnd: "All other devices are signed out when the password changes.",
  requirements: "The new password needs",
  met: "met",
  notMet: "not met yet",
} as const;

/** One line each; the first four and "same" as the specification names them. */
export const PASSWORD_REQUIREMENTS: Readonly<Record<PasswordFault, string>> = {
  length: "More than 8 characters",
  upper: "One upper case character",
  lower: "One lower case character",
  special: "One special character",
  same: "Different from the current password",
  common: "Not a password that many people use",
};

export const SESSIONS = {
  title: "Signed-in devices",
  what: "The list of signed-in devices",
  writing: "Signing devices out",
  unknown: "Unknown device",
  current: "This device",
  lastSeen: (ago: string) => `Last seen ${ago}`,
  signOut: "Sign out",
  signOutOf: (name: string) => `Sign out ${name}`,
  signOutOthers: "Sign out all others",
  signedOut: (count: number) => (count === 1 ? "1 device signed out." : `${count} devices signed out.`),
  failed: "Not every device could be signed out. Try again.",
  alone: "You are signed in on this device only.",
} as const;

export const EXPORT = {
  title: "Your data",
  words:
    "Download all that this server holds about you: profile, Sentinels, groups, insights, alerts, settings and the history of your actions, as JSON and CSV in one zip archive.",
  photos: "With the photos of all insights",
  photosHint: "Photos make the archive large.",
  writing: "Downloading your data",
  start: "Download my data",
  cancel: "Cancel download",
  received: (size: string) => `${size} received`,
  done: "Your data is downloaded.",
  failed: "The download stopped before its end. Try again.",
} as const;

export const DELETION = {
  title: "Delete account",
  words:
    "Your account is not deleted at once. You see the day of its deletion here and get it by email; until then you can keep the account.",
  ask: "Delete my account",
  writing: "Deleting the account",
  dialog: "Delete your account?",
  lost: "Lost for good when the time is over:",
  losses: [
    "your profile, its photo and your password",
    "your groups, alerts, settings and models in your account",
    "your access to all Sentinels and their insights",
    "the history of your actions under your name",
  ],
  stays: "Sentinels and their insights stay with the people who share them, and with staff.",
  unsent: (count: number) =>
    count === 1
      ? "1 action on this device is not yet with the server. Send it first, or it is lost with the account."
      : `${count.toLocaleString("en")} actions on this device are not yet with the server. Send them first, or they are lost with the account.`,
  confirm: (username: string) => `Type your username, ${username}, to confirm`,
  password: "Your password",
  submit: "Delete my account",
  failed: "The account was not marked for deletion. Try again.",
  asked: (day: string) => `Your account will be deleted on ${day}.`,
  pending: (day: string) => `Your account will be deleted on ${day}. Until then you can keep it.`,
  keep: "Keep my account",
  kept: "Your account stays.",
  notKept: "The deletion could not be canceled. Try again.",
} as const;
