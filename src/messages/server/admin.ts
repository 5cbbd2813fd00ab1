const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The words of `npm run admin`. */
export const ADMIN_COMMAND = {
  usage: [
    "Usage: npm run admin -- COMMAND",
    "  support-address [EMAIL]   the address that the support dialog names; with EMAIL it is this one from now on",
    "  list                      all accounts with their roles",
    "  invite                    print a code with which one person may sign up (30 days, once)",
    "  promote EMAIL [ROLE]      give a role: staff (where none is named), member or restricted",
    "  reset-password EMAIL      print a link with which this account gets a new password (30 minutes, once)",
    "  sign-out EMAIL            end all sessions of this account, as for somebody who lost a phone",
    "  assign-device DEVICE EMAIL    give a Sentinel to this account; unassign-device takes it away",
    "  assign-model MODEL EMAIL      put a model into this account; unassign-model takes it out",
    "  publish-model FILE --name NAME --framework FRAMEWORK --classes CLASSES [--description TEXT] [--author NAME] [--type TEXT]",
    "                            put a model into the marketplace; classes as in fox,roe deer or 3=fox:Vulpes vulpes",
    "  create-release --name NAME --models ID,ID [--description TEXT]",
    "                            make a release of models for Sentinels",
    "  approve-release ID EMAIL  let this account update its Sentinels to a release",
    "  releases                  all releases with their models",
    "  restore-insights DEVICE   bring back the insights of a Sentinel that were set aside",
    "  clear-device DEVICE [--yes]   delete a Sentinel and all that belongs to it; without --yes only say what that is",
    "  audit [--actor ID] [--action ACTION] [--limit NUMBER]",
    "                            what staff and the operator did, newest first",
    "The settings of the server (DATA_DIR, DATABASE_URL, PUBLIC_URL, …) hold here too.",
  ].join("\n"),
  unknownCommand: (command: string) => `There is no command "${command}".`,
  needsEmail: (command: string) => `${command} needs the email of an account.`,
  needsWords: (command: string) => `${command} needs more words.`,
  needsFile: (command: string) => `${command} needs a file.`,
  needsOption: (command: string, option: string) => `${command} needs --${option}.`,
  wrongClasses: (text: string) =>
    `"${text}" is no list of classes: write fox,roe deer or 3=fox:Vulpes vulpes, each number once.`,
  noFile: (path: string) => `There is no file "${path}", or it is empty.`,
  published: (name: string, id: string, bytes: number, md5: string) =>
    `${name} is in the marketplace: model ${id}, ${bytes} bytes, MD5 ${md5}.`,
  released: (name: string, id: string) => `${name} is release ${id}. Nobody has it yet: approve-release.`,
  noRelease: (id: string) => `There is no release ${id}.`,
  approved: (id: string, email: string) => `${email} may update to release ${id} now.`,
  tooMany: (word: string) => `What is "${word}" for?`,
  unknownRole: (role: string) => `There is no role "${role}": staff, member or restricted.`,
  noAccount: (email: string) => `There is no account with the email ${email}.`,
  roleIs: (email: string, role: string) => `${email} is ${role} now.`,
  lastStaff: (email: string) =>
    `${email} is the only one of staff. Make somebody else staff first: promote EMAIL staff.`,
  roleOverruled: (email: string, role: string) =>
    `Stored, but ${email} stays ${role}, because STAFF_USER_ID or RESTRICTED_USER_ID names this account.`,
  noEmail: (text: string) => `"${text}" is no email address.`,
  noSupportAddress: "No support address is given yet: support-address EMAIL.",
  supportAddress: (address: string) => `The support dialog names ${address}.`,
  supportOverruled: (given: string, address: string) =>
    `${given} is stored, but the support dialog names ${address}, because SUPPORT_EMAIL is set.`,
  noUsers: "There is no account yet.",
  columns: ["id", "role", "username", "email", "since", "last seen"],
  never: "not signed in",
  needsDevice: (command: string) => `${command} needs the id of a Sentinel.`,
  signedOut: (email: string, sessions: number) =>
    `${email} is signed out everywhere (${counted(sessions, "session", "sessions")}).`,
  deviceGiven: (id: string, email: string) => `Sentinel ${id} is assigned to ${email} now.`,
  deviceTaken: (id: string, email: string) => `Sentinel ${id} is not assigned to ${email} any more.`,
  modelGiven: (id: string, email: string) => `Model ${id} is in the account of ${email} now.`,
  modelTaken: (id: string, email: string) => `Model ${id} is not in the account of ${email} any more.`,
  notAssigned: (id: string, email: string) => `${id} is not assigned to ${email}.`,
  noReleases: "There is no release yet.",
  releaseColumns: ["id", "name", "models", "description"],
  restored: (id: string, insights: number) =>
    insights === 0
      ? `Sentinel ${id} has no insights that were set aside.`
      : `Sentinel ${id} has ${counted(insights, "insight", "insights")} back.`,
  wouldClear: (id: string, contents: string) =>
    `This would delete Sentinel ${id}: ${contents}. Nothing of it comes back. Repeat the command with --yes to do it.`,
  contents: (insights: number, photos: number, alerts: number, updates: number, users: readonly string[]) =>
    [
      counted(insights, "insight", "insights"),
      counted(photos, "photo", "photos"),
      counted(alerts, "alert", "alerts"),
      counted(updates, "update", "updates"),
      `assigned to ${users.length === 0 ? "nobody" : users.join(", ")}`,
    ].join(", "),
  cleared: (id: string, contents: string) => `Sentinel ${id} is deleted: ${contents}.`,
  filesLater: "The server removes its photos from the storage within minutes.",
  unknownAction: (action: string, known: readonly string[]) =>
    `There is no action "${action}": ${known.join(", ")}.`,
  wrongLimit: (limit: string) => `"${limit}" is no number of entries.`,
  noEntries: "There is no entry.",
  auditColumns: ["when", "who", "what", "on what", "change"],
  fromTo: (fact: string, before: string | null, after: string | null) =>
    `${fact}: ${before ?? "-"} -> ${after ?? "-"}`,
} as const;
