import { ENTRY_TITLES } from "./shell.ts";

/** Sign-in, sign-up and reset. Labels of links and buttons, and `resetSent`, are literal in the specification. */
export const ACCOUNT = {
  login: {
    title: ENTRY_TITLES["/login"],
    tagline: "What your cameras saw, in your pocket.",
    email: "Email",
    password: "Password",
    submit: "Sign In",
    createAccount: "Create a new account",
    forgot: "Forgot your password?",
    keptNote: "Unsent work on this device is kept for the person who did it.",
    refused: "You were signed out by the server. Sign in again; your unsent work is still here.",
  },
  /** Instead of `login.refused`, where the account was to be deleted or is gone. */
  leaving: {
    gone: "This account was deleted: nobody can sign in to it any more, and its unsent work can no longer be sent.",
    words: (day: string) =>
      `You were signed out by the server. This account was to be deleted on ${day}: once that is done, nobody can sign in to it, and its unsent work can no longer be sent.`,
    unsent: (count: number) =>
      count === 1
        ? "1 unsent action of this account is on this device."
        : `${count.toLocaleString("en")} unsent actions of this account are on this device.`,
    discard: "Discard",
    discardSure: (count: number) =>
      count === 1 ? "Discard 1 action for good" : `Discard ${count.toLocaleString("en")} actions for good`,
  },
  signup: {
    title: ENTRY_TITLES["/signup"],
    tagline: "For people who look after wildlife.",
    firstName: "First name",
    lastName: "Last name",
    username: "Username",
    phoneNumber: "Phone number",
    phoneHint: "10 digits starting with 7 to 9",
    email: "Email",
    country: "Country",
    password: "Password",
    passwordHint:
      "More than 8 characters, with an upper case letter, a lower case letter and a special character.",
    confirmPassword: "Confirm password",
    invite: "Invitation code",
    setupCode: "Set-up code",
    setupCodeHint: "This server has no account yet. It printed the code when it was started.",
    submit: "Sign Up",
    haveAccount: "Already have an account? Sign in",
    closed: "Nobody can sign up on this server. Ask its operator for an account.",
  },
  reset: {
    title: ENTRY_TITLES["/resetpassword"],
    tagline: "We email you a link that works for 30 minutes.",
    email: "Email Address",
    submit: "Reset Password",
    back: "Back to sign in",
    newTitle: "Choose a new password",
    newTagline: "All other devices are then signed out.",
    newPassword: "New password",
  },
  sceneAlt: "A forest at dawn; a deer stands between the trees, framed as a camera recognized it.",
} as const;
