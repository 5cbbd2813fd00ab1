import { type LookupAddress, lookup as lookUp } from "node:dns";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { type PostPush, PushServiceNotReached } from "./web-push.ts";

const ANSWER_WITHIN_MS = 20_000;
const ANSWER_MAX_BYTES = 64 * 1024;

/** Networks that are not the public internet: by RFC 6890 and its successors, and addresses that stand for them. */
const NOT_PUBLIC = new BlockList();
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
  NOT_PUBLIC.addSubnet(network, prefix, "ipv4");
}
/** Of IPv6 only 2000::/3 is given out; in it, addresses of documentation and tunnels hold other ones. */
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, "ipv6");
}

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !NOT_PUBLIC.check(address, "ipv4");
  return kind === 6 && GIVEN_OUT.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}

/** Finds the addresses of a host, as `dns.lookup` does with `all`. */
export type FindAddresses = (
  hostname: string,
  answer: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

const findByDns: FindAddresses = (hostname, answer) =>
  lookUp(hostname, { all: true }, (error, addresses) => answer(error, addresses ?? []));

/**
 * The lookup of a connection, which it uses as found: a name that answers with a public address first and a private one
 * afterwards gains nothing. One address that is not public refuses the host.
 */
export function publicLookup(find: FindAddresses = findByDns): LookupFunction {
  return (hostname, options, answer) => {
    find(hostname, (error, addresses) => {
      const [first] = addresses;
      if (
        error !== null ||
        first === undefined ||
        !addresses.every(({ address }) => isPublicAddress(address))
      ) {
        answer(new Error(`${hostname} has no public address`), "", 0);
      } else if (options.all === true) {
        answer(null, [...addresses]);
      } else {
        answer(null, first.address, first.family);
      }
    });
  };
}

/** What a test puts in the place of the internet. */
export interface PublicHttpsParts {
  lookup: LookupFunction;
  /** Certificates to trust in place of the public ones. */
  ca?: string;
  port?: number;
}

/** Posts to https addresses of the public internet alone. A redirect is an answer and is not followed. */
export function createPublicPost(parts: PublicHttpsParts = { lookup: publicLookup() }): PostPush {
  return ({ endpoint, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const url = new URL(endpoint);
      // A host that is an address is connected to without a lookup.
      if (url.protocol !== "https:" || isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) {
        reject(new PushServiceNotReached("The address is not https at a named host."));
        return;
      }
      let connected = false;
      const fail = (error: Error) => {
        reject(connected ? error : new PushServiceNotReached(error.message));
      };
      const request = httpsRequest(url, {
        method: "POST",
        headers: { ...headers, "content-length": body.byteLength },
        lookup: parts.lookup,
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
        ...(parts.ca === undefined ? {} : { ca: parts.ca }),
        ...(parts.port === undefined ? {} : { port: parts.port }),
      });
      request.on("socket", (socket) => socket.once("secureConnect", () => (connected = true)));
      request.on("error", fail);
      request.on("response", (response) => {
        const { statusCode: status = 0 } = response;
        const retryAfter = response.headers["retry-after"] ?? null;
        const chunks: Buffer[] = [];
        let bytes = 0;
        const end = () => resolve({ status, retryAfter, text: Buffer.concat(chunks).toString("utf8") });
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.byteLength;
          // The status says what became of the message; the rest of a long answer is not needed.
          if (bytes < ANSWER_MAX_BYTES) return;
          end();
          request.destroy();
        });
        response.on("end", end);
        // The status has arrived: a body that breaks off changes nothing.
        response.on("error", end);
      });
      request.end(body);
    });
}
