export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as markup; it shows `images` by `cid:NAME`. */
  html?: string;
  images?: readonly MailImage[];
  /** The part of the Message-ID before the @: a mail that is sent again is known by it. */
  messageName?: string;
  /** Where the mails to this address are ended, by a page and by one POST (RFC 8058). */
  unsubscribeUrl?: string;
}

/** A picture in a mail. */
export interface MailImage {
  readonly cid: string;
  readonly fileName: string;
  readonly mediaType: "image/jpeg" | "image/png";
  readonly bytes: Buffer;
}

/** Why a mail server did not take a mail. */
export class MailRefused extends Error {
  /**
   * `later`: it was certainly not accepted, and may be when it is sent again. `never`: it will not be accepted.
   * `unanswered`: its content was sent and no answer came, so that it may be on its way.
   */
  readonly kind: "later" | "never" | "unanswered";
  constructor(kind: MailRefused["kind"], answer: string) {
    super(answer);
    this.name = "MailRefused";
    this.kind = kind;
  }
}

/** Outbound mail. Adapters: SMTP; files in DATA_DIR/mail where no SMTP_URL is set. */
export interface Mailer {
  /**
   * Sends a mail.
   * @returns the mail server's answer, once it has accepted the mail
   * @throws MailRefused
   */
  send(mail: Mail): Promise<string>;
  /** Ends connections that are kept for the next mail. */
  close?(): void;
}
