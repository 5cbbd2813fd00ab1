/** Sentences of the calls about one's own account, its mails, and the file with all one's data. */
export const ACCOUNT_SENTENCES = {
  passwordUnfit: "Your password does not meet the defined requirements",
  passwordWrong: "The entered password is not correct",
  noImage: "Please choose a photo.",
  imageTooLarge: "The photo is larger than 5 MB, or has too many pixels.",
  imageType: "The photo is no JPEG, PNG or WebP.",
  imageDamaged: "The photo cannot be read: it is damaged or cut short.",
  accountDeleted: "This account was deleted.",
  deletionBegun: "The days in which the account could be kept are over. It is being deleted.",
  lastStaff:
    "You are the only staff account here. Give another account the role staff first; nobody could run this server otherwise.",
  exportUnderWay: "Your data are being downloaded already. Please wait until that is done.",
} as const;

/** The name that stands where a person did something and has no account any more. */
export const DELETED_USER = "deleted user";

export const DELETION_MAILS = {
  asked: {
    subject: "Your Understory account will be deleted",
    text: (day: string, link: string) =>
      [
        "Somebody, hopefully you, asked to delete your Understory account.",
        "",
        `It is deleted on ${day} (UTC). Until then nothing is lost: sign in and choose "Keep my account":`,
        link,
        "",
        "If it was not you, sign in, keep the account and change your password.",
        "",
      ].join("\n"),
  },
  kept: {
    subject: "Your Understory account stays",
    text: (link: string) =>
      [
        "Your Understory account is not deleted: somebody, hopefully you, chose to keep it.",
        "",
        link,
        "",
        "If it was not you, sign in and change your password.",
        "",
      ].join("\n"),
  },
} as const;
