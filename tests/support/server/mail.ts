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

interface SmtpAnswers {
  /** The code with which every recipient is refused. */
  readonly rcpt?: number;
  /** The code with which every content is refused; or the connection ends in place of an answer. */
  readonly data?: number | "hang up";
}

interface SmtpOptions {
  readonly answers?: SmtpAnswers;
  /** Called before a recipient or a content, which is kept by then, is answered; the answer waits for it. */
  readonly beforeAnswer?: (to: "recipient" | "content", address: string) => Promise<unknown>;
}

/** A real SMTP server on a free port of this machine, which takes every mail unless it is told to answer otherwise. */
export async function startSmtpServer({
  answers = {},
  beforeAnswer = async () => undefined,
}: SmtpOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const refused = answers.rcpt === undefined ? null : refusal(answers.rcpt);
      void beforeAnswer("recipient", address).then(() => done(refused));
    },
    onData: (stream, { envelope, id }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (answers.data === "hang up") {
          for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
          return;
        }
        if (answers.data !== undefined) return done(refusal(answers.data));
        received.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString("utf8"),
        });
        const [to] = envelope.rcptTo;
        void beforeAnswer("content", to?.address ?? "").then(() => done());
      });
    },
  });
  // A client that is killed resets its connection, which the server passes on as an error.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error("Refused by the test"), { responseCode });
}
