import { createTransport } from "nodemailer";
import { type Mail, type Mailer, MailRefused } from "./mailer.ts";

const TIMEOUT_MS = 20_000;
const LONGEST_ANSWER = 200;

/** Failures before any mail is offered: the mail server was not reached, or did not let this one in. */
const NOT_OFFERED: ReadonlySet<unknown> = new Set([
  "EDNS",
  "ETLS",
  "EREQUIRETLS",
  "EAUTH",
  "ENOAUTH",
  "EOAUTH2",
  "ECONFIG",
  "EPROXY",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * Sends mail through the server that `url` names (smtp:// upgrades to TLS where the server offers it, smtps://
 * is TLS from the start). Neither the url nor a mail's text reaches an error or the log.
 */
export function smtpMailer(url: string, from: string): Mailer & { close(): void } {
  const transport = createTransport(
    {
      url,
      // Connections are kept for the next mails, since a digest goes to many people in one hour.
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  const host = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    async send(mail: Mail): Promise<string> {
      try {
        const { response } = await transport.sendMail(messageOf(mail, host));
        return response.slice(0, LONGEST_ANSWER);
      } catch (error) {
        throw refusalOf(error);
      }
    },
    close(): void {
      transport.close();
    },
  };
}

function messageOf(mail: Mail, host: string) {
  const { unsubscribeUrl, messageName } = mail;
  return {
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    // Out of office answers and mailing lists leave such mails alone (RFC 3834).
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribeUrl === undefined ? {} : { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    ...(mail.html === undefined ? {} : { html: mail.html }),
    ...(messageName === undefined ? {} : { messageId: `<${messageName}@${host}>` }),
    ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: { url: unsubscribeUrl } } }),
    attachments: (mail.images ?? []).map(({ cid, fileName, mediaType, bytes }) => ({
      cid,
      filename: fileName,
      contentType: mediaType,
      content: bytes,
      contentDisposition: "inline" as const,
    })),
  };
}

function refusalOf(error: unknown): MailRefused {
  const { code, originalCode, responseCode, response } = error as {
    code?: unknown;
    originalCode?: unknown;
    responseCode?: unknown;
    response?: unknown;
  };
  const answer = typeof response === "string" ? response.slice(0, LONGEST_ANSWER) : String(code ?? "");
  // A wrong password of the mail account is the operator's to mend, and the mail is sent once it is.
  if (NOT_OFFERED.has(code) || NOT_OFFERED.has(originalCode)) return new MailRefused("later", answer);
  if (typeof responseCode === "number" && responseCode >= 400) {
    // 503 (bad sequence of commands) is no verdict on the mail.
    return new MailRefused(responseCode >= 500 && responseCode !== 503 ? "never" : "later", answer);
  }
  if (code === "EENVELOPE") return new MailRefused("never", answer);
  return new MailRefused("unanswered", answer);
}
