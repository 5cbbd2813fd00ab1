/** The sentences that the server sends to people: under `errors` of an answer, in mails, and when it does not start. */
export const SERVER_MESSAGES = {
  checkFields: "Please check the marked fields.",
  moreFaults: (count: number) => `Please check the marked fields, and ${count} more.`,
  notJson: "The request is not valid JSON.",
  badRequest: "The request is not valid.",
  tooDeep: (levels: number) => `The request nests lists or objects more than ${levels} deep.`,
  tooManyParts: (most: number) => `The request has more than ${most.toLocaleString("en")} lists and objects.`,
  zeroCharacter: "The request holds the character U+0000, which no text here may have.",
  signedOut: "Please sign in.",
  forbidden: "Your account may not do this.",
  notFound: "There is no such thing here.",
  noSuchCall: "There is no such call.",
  noSuchBasemap: "There is no such map on this server.",
  conflict: "This is not possible in the present state.",
  tooLarge: "The request is too large.",
  bodyTooLarge: (bytes: number) =>
    `The request is too large: this call takes at most ${bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`}.`,
  tooSlow: "The request took too long to arrive.",
  unsupportedType: "This type of content is not accepted here.",
  unavailable: "The server cannot answer just now. Please try again.",
  tooMuchWork: "This took the server too long, so it was ended. Please try again later.",
  storageFull: "The server has no space left. Please tell whoever runs it.",
  rangeNotSatisfiable: "The range lies outside the file.",
  throttled: (seconds: number) =>
    `Too many attempts. Please try again in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  internal: (requestId: string) =>
    `Something went wrong on the server. If it happens again, report the number ${requestId}.`,
  appNotBuilt: "The web app is not built yet. Run `npm run build`, then start the server again.",

  fields: {
    required: "Please fill in this field.",
    text: "This must be text.",
    number: "This must be a number.",
    integer: "This must be a whole number.",
    flag: "This must be true or false.",
    list: "This must be a list.",
    object: "This must be an object.",
    oneOf: (values: readonly string[]) => `This must be one of: ${values.join(", ")}.`,
    tooLong: (limit: number) => `This may have at most ${limit} characters.`,
    tooShort: (limit: number) => `This must have at least ${limit} characters.`,
    tooMany: (limit: number) => `This may hold at most ${limit} entries.`,
    tooFew: (limit: number) => `This must hold at least ${limit} entries.`,
    atLeast: (limit: number) => `This must be at least ${limit}.`,
    atMost: (limit: number) => `This must be at most ${limit}.`,
    other: "This is not valid.",
  },

  account: {
    wrongCredentials: "The email or the password is not correct.",
    emailMalformed: "Not a valid email.",
    emailTaken: "An account with this email exists already.",
    usernameTaken: "This username is taken already.",
    usernameInvisible: "This holds a character that cannot be seen. Please type the name anew.",
    passwordWeak:
      "The password needs at least 9 characters with an upper case, a lower case and a special character, and must not be a common one.",
    passwordsDiffer: "The passwords do not match.",
    signupClosed: "Sign-up is closed on this server.",
    signupByInvitation: "Sign-up on this server needs an invitation.",
    setupCodeNeeded:
      "This server has no account yet. The first one needs the set-up code that the server prints when it starts.",
    setupCodeWrong: "This is not the set-up code that the server prints when it starts.",
    inviteWrong: "This invitation is not valid, or was used already.",
    resetSent: "Password reset email send!",
    resetCodeWrong: "This link is not valid any more. Please ask for a new one.",
  },

  resetMail: {
    subject: "Reset your Understory password",
    text: (link: string, minutes: number) =>
      [
        "Somebody, hopefully you, asked to reset the password of your Understory account.",
        "",
        `Open this link within ${minutes} minutes to choose a new password:`,
        link,
        "",
        "If it was not you, ignore this email: your password stays as it is.",
        "",
      ].join("\n"),
  },

  /** The question of the first start, and what stands for it without a terminal. */
  operatorAddress: {
    question: "Your email address, which the support dialog names to everybody (Enter: later): ",
    again: "That is not an email address. Once more (Enter: later): ",
    given: (address: string) => `The support dialog names ${address}.`,
    unasked:
      "No support address is given yet: npm run admin -- support-address EMAIL, or the setting SUPPORT_EMAIL. Until then people who are signed in see that of the oldest staff account.",
  },

  /** Printed at each start until the first account is made. */
  setup: {
    code: (code: string, base: string) =>
      `The first account needs the set-up code ${code}: ${base}/signup#setup=${code}`,
    ownCode: (base: string) =>
      `The first account needs the set-up code that SETUP_CODE names: ${base}/signup`,
  },

  start: {
    portInUse: (port: number) =>
      `Port ${port} is in use by another program. Set PORT to a free one, or end that program.`,
    portForbidden: (port: number) =>
      `This account may not listen on port ${port}. Set PORT to one above 1023.`,
    hostUnknown: (host: string) => `HOST names no address of this machine: "${host}".`,
    cannotListen: (host: string, port: number, code: string) =>
      `The server cannot listen on ${host}, port ${port} (${code}).`,
    noDataFolder: (path: string, code: string) =>
      `DATA_DIR names a folder that cannot be made or written to: "${path}" (${code}).`,
    noDatabase: (place: string, reason: string) => `The database (${place}) cannot be opened: ${reason}`,
    cannotRead: (setting: string, path: string, code: string) =>
      `${setting} names a file that cannot be read: "${path}" (${code}).`,
    tlsUnusable: (reason: string) => `TLS_CERT and TLS_KEY cannot be used together: ${reason}`,
    notPem: (setting: string, path: string) => `${setting} names a file that is not in PEM form: "${path}".`,
  },
} as const;
