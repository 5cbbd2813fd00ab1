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
 * connection; "lost answer" does what was asked, and closes the connection; "endless" answers with 10 MB.
 */
export type Fault = ProviderAnswer | "silence" | "hang up" | "lost answer" | "endless";

const ENDLESS_BYTES = 10_000_000;

/** A local HTTP server that stands for a provider. */
export class FakeProvider {
  readonly requests: ReceivedRequest[] = [];
  /** Used up in order, before the provider answers as documented. */
  readonly faults: Fault[] = [];
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
    const fault = this.faults.shift();
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
    const { status, headers: answered = {}, body = "" } = fault ?? this.#answer(received);
    response.writeHead(status, { "content-type": "application/json", ...answered });
    response.end(body);
  }
}
