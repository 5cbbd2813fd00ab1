import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

/** A request that is sent to a provider. */
export interface OutboundRequest {
  readonly method: "POST" | "GET";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first ANSWER_BYTES of it. */
  readonly text: string;
}

/** Why a request has no answer. */
export class OutboundFailure extends Error {
  /** `unreached`: certainly not sent whole. `unanswered`: it was sent, or a part of it, and may have been taken. */
  readonly kind: "unreached" | "unanswered" | "forbidden";
  constructor(kind: OutboundFailure["kind"], sentence: string) {
    super(sentence);
    this.name = "OutboundFailure";
    this.kind = kind;
  }
}

/** The one origin that a client may call, which the operator has configured. See public-https.ts for hosts of others' choosing. */
interface OutboundHosts {
  readonly origin: string;
}

export type OutboundHttp = (request: OutboundRequest) => Promise<OutboundAnswer>;

const ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * A client for requests that leave the server. It follows no redirect, keeps no cookie, reads 64 kB of an answer and
 * waits 20 s for it. Nothing of a request is in its errors, which may be logged.
 *
 * @throws OutboundFailure
 */
export function outboundHttp({ origin }: OutboundHosts, timeoutMs: number = TIMEOUT_MS): OutboundHttp {
  return (request) =>
    request.url.origin === origin
      ? exchange(request, timeoutMs)
      : Promise.reject(new OutboundFailure("forbidden", "This host is not the configured one."));
}

function exchange(
  { method, url, headers, body, signal }: OutboundRequest,
  timeoutMs: number,
): Promise<OutboundAnswer> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const request = send(url, {
      method,
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      agent: false,
    });
    const fail = (error: Error) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      request.destroy();
      reject(failureOf(error, isConnected));
    };
    const late = () => fail(new Error("timeout"));
    const abort = () => fail(new Error("aborted"));
    const timer = setTimeout(late, timeoutMs);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
    request.once("socket", (socket) => {
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
        isConnected = true;
      });
    });
    request.once("error", fail);
    request.once("response", (response) => {
      readAnswer(response).then((answer) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        request.destroy();
        resolve(answer);
      }, fail);
    });
    request.end(body);
  });
}

/** Ends with the bytes that are read; a longer answer is cut off and its connection closed. */
async function readAnswer(response: IncomingMessage): Promise<OutboundAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, ANSWER_BYTES - bytes));
    bytes += part.length;
    if (bytes >= ANSWER_BYTES) break;
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value);
  return { status: response.statusCode ?? 0, headers, text: Buffer.concat(parts).toString("utf8") };
}

function failureOf(error: Error, isConnected: boolean): OutboundFailure {
  const code = "code" in error ? String(error.code) : error.message;
  return isConnected
    ? new OutboundFailure("unanswered", `No answer came (${code}).`)
    : new OutboundFailure("unreached", `The provider could not be reached (${code}).`);
}
