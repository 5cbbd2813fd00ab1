import { createTransport } from "nodemailer";
import type { Mail, Mailer } from "./mailer.ts";

const TIMEOUT_MS = 20_000;

/**
 * Sends mail through the server that `url` names (smtp:// upgrades to TLS where the server offers it, smtps://
 * is TLS from the start). Neither the url nor a mail's text reaches an error or the log.
 */
export function smtpMailer(url: string, from: string): Mailer & { close(): void } {
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(mail: Mail): Promise<void> {
      await transport.sendMail({
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
      });
    },
    close(): void {
      transport.close();
    },
  };
}
