import { lookup as systemLookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

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

/** Which hosts a client may call. */
export type OutboundHosts =
  /** One origin, which the operator has configured; any address. */
  | { readonly origin: string }
  /** Any host under https whose addresses are public. `allows` adds addresses, for tests alone. */
  | { readonly publicHosts: true; readonly allows?: (address: string) => boolean; readonly ca?: string };

export type OutboundHttp = (request: OutboundRequest) => Promise<OutboundAnswer>;

const ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * A client for requests that leave the server. It follows no redirect, keeps no cookie, reads 64 kB of an answer and
 * waits 20 s for it. Nothing of a request is in its errors, which may be logged.
 *
 * @throws OutboundFailure
 */
export function outboundHttp(hosts: OutboundHosts, timeoutMs: number = TIMEOUT_MS): OutboundHttp {
  return (request) => {
    const refusal = whyForbidden(hosts, request.url);
    if (refusal !== null) return Promise.reject(new OutboundFailure("forbidden", refusal));
    return exchange(hosts, request, timeoutMs);
  };
}

function whyForbidden(hosts: OutboundHosts, url: URL): string | null {
  if ("origin" in hosts) return url.origin === hosts.origin ? null : "This host is not the configured one.";
  if (url.protocol !== "https:") return "The address must begin with https://.";
  if (url.username !== "" || url.password !== "") return "The address must not hold a password.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is never looked up, so it is checked here.
  if (isIP(host) !== 0 && !isAllowed(hosts, host)) return "The address is not a public one.";
  return null;
}

function isAllowed(hosts: Extract<OutboundHosts, { publicHosts: true }>, address: string): boolean {
  return isPublicAddress(address) || hosts.allows?.(address) === true;
}

function exchange(
  hosts: OutboundHosts,
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
      ...("origin" in hosts ? {} : { lookup: publicLookup(hosts) }),
      ...("publicHosts" in hosts && hosts.ca !== undefined ? { ca: hosts.ca } : {}),
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
  if (error instanceof OutboundFailure) return error;
  const code = "code" in error ? String(error.code) : error.message;
  return isConnected
    ? new OutboundFailure("unanswered", `No answer came (${code}).`)
    : new OutboundFailure("unreached", `The provider could not be reached (${code}).`);
}

/** Looks a name up once; the connection goes to the address that was checked, so that a second answer cannot differ. */
function publicLookup(hosts: Extract<OutboundHosts, { publicHosts: true }>): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { all: true, hints: options.hints ?? 0 }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(hosts, address))) {
        return callback(new OutboundFailure("forbidden", "The address is not a public one."), "", 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/** Ranges that are not of the public internet: RFC 6890 and its successors. */
const RESERVED = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  RESERVED.addSubnet(network, prefix, "ipv4");
}
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet("2000::", 3, "ipv6");
/** Within 2000::/3: tunnels that carry an IPv4 address, documentation, and ranges of protocols. */
const RESERVED_V6 = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  RESERVED_V6.addSubnet(network, prefix, "ipv6");
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !RESERVED.check(address, "ipv4");
  if (family !== 6) return false;
  return PUBLIC_V6.check(address, "ipv6") && !RESERVED_V6.check(address, "ipv6");
}
