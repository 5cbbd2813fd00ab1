import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Mail, Mailer } from "../../../server/providers/mailer.ts";

/** Keeps mails in memory and lets a test wait for the next one. */
export class MailBox implements Mailer {
  readonly mails: Mail[] = [];
  readonly #waiting: Array<(mail: Mail) => void> = [];
  #read = 0;

  send(mail: Mail): Promise<string> {
    this.mails.push(mail);
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      this.#read += 1;
      waiting(mail);
    }
    return Promise.resolve("250 kept");
  }

  /** The oldest mail that no one has asked for yet; waits for it where there is none. */
  next(): Promise<Mail> {
    const mail = this.mails[this.#read];
    if (mail === undefined) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#read += 1;
    return Promise.resolve(mail);
  }
}

export interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

/** A real SMTP server on a free port of this machine, which takes every mail, or refuses every recipient. */
export async function startSmtpServer(options: { refuse?: boolean } = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(options.refuse ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
