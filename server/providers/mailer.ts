export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Outbound mail. Adapters: SMTP; files in DATA_DIR/mail where no SMTP_URL is set. */
export interface Mailer {
  /** Resolves when the mail server has accepted the mail; rejects when it has not. */
  send(mail: Mail): Promise<void>;
}
