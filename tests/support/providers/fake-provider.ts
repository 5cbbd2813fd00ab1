import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * How a provider misbehaves once. "silence" reads the request and never answers; "hang up" reads it and closes the
 * connection; "lost answer" does what was asked, and closes the connection; "endless" answers with 10 MB;
 * `answersAfter` does what was asked, and answers when the promise is fulfilled.
 */
export type Fault =
  | ProviderAnswer
  | "silence"
  | "hang up"
  | "lost answer"
  | "endless"
  | { readonly answersAfter: Promise<unknown> };

const ENDLESS_BYTES = 10_000_000;

/** A local HTTP server that stands for a provider. */
export class FakeProvider {
  readonly requests: ReceivedRequest[] = [];
  /** Those whose connection has ended, as the client does when it has read its answer. */
  readonly closed: ReceivedRequest[] = [];
  /** Used up in order, before the provider answers as documented. */
  readonly faults: Fault[] = [];
  /** Chooses the fault of a request by what it asks; the first of `faults` where it chooses none. */
  chooseFault: (request: ReceivedRequest) => Fault | undefined = () => undefined;
  /** Called when a request is met with silence. */
  onSilence: () => void = () => undefined;
  readonly #answer: (request: ReceivedRequest) => ProviderAnswer;
  readonly #server: Server;

  private constructor(answer: (request: ReceivedRequest) => ProviderAnswer) {
    this.#answer = answer;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  /** @param answer as the provider documents it */
  static async start(answer: (request: ReceivedRequest) => ProviderAnswer): Promise<FakeProvider> {
    const provider = new FakeProvider(answer);
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  /** An origin. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = "", url = "", headers } = request;
    const received = { method, path: url, headers, body: Buffer.concat(parts) };
    this.requests.push(received);
    request.socket.once("close", () => this.closed.push(received));
    const fault = this.chooseFault(received) ?? this.faults.shift();
    if (fault === "silence") return this.onSilence();
    if (fault === "lost answer") this.#answer(received);
    if (fault === "hang up" || fault === "lost answer") {
      request.socket.destroy();
      return;
    }
    if (fault === "endless") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end("x".repeat(ENDLESS_BYTES));
      return;
    }
    const answer = fault === undefined || "answersAfter" in fault ? this.#answer(received) : fault;
    if (fault !== undefined && "answersAfter" in fault) await fault.answersAfter;
    const { status, headers: answered = {}, body = "" } = answer;
    response.writeHead(status, { "content-type": "application/json", ...answered });
    response.end(body);
  }
}
