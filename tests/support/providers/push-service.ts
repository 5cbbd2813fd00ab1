import { execFile } from "node:child_process";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPublicPost } from "../../../server/providers/public-https.ts";
import type { PostPush } from "../../../server/providers/web-push.ts";

export const PUSH_HOST = "push.example.org";

/** A browser with a subscription at the push service. */
export interface PushBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** Messages that arrived, decrypted, oldest first. */
  readonly received: string[];
  /** The requests that carried them. */
  readonly requests: PushServiceRequest[];
}

export interface PushServiceRequest {
  readonly headers: IncomingMessage["headers"];
  /** The claims of the signed token. */
  readonly claims: { aud?: unknown; exp?: unknown; sub?: unknown };
  readonly bytes: number;
}

type Behaviour =
  | { kind: "takes" }
  | { kind: "answers"; status: number; headers?: Record<string, string>; text?: string }
  /** Takes the message, and never answers. */
  | { kind: "silent"; taken: () => void };

/**
 * A push service on this machine that does as RFC 8030, 8291 and 8292 say: it takes a message for a browser that it
 * knows, signed by the key that the browser was subscribed with, and the browser decrypts it.
 */
export class PushService {
  readonly post: PostPush;
  behaviour: Behaviour = { kind: "takes" };
  /** The public key that browsers are subscribed with, base64url. */
  serverKey: string;
  readonly #browsers = new Map<string, { browser: PushBrowser; decrypt: (body: Buffer) => string }>();
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>, cert: string, serverKey: string) {
    this.#server = server;
    this.serverKey = serverKey;
    server.on("request", (request, response) => void this.#answer(request, response));
    this.post = createPublicPost({
      // The name is resolved to this machine: the check of addresses has tests of its own.
      lookup: (_host, options, answer) =>
        options.all === true
          ? answer(null, [{ address: "127.0.0.1", family: 4 }])
          : answer(null, "127.0.0.1", 4),
      ca: cert,
      port: (server.address() as AddressInfo).port,
    });
  }

  static async start(serverKey: string): Promise<PushService> {
    const folder = await mkdtemp(join(tmpdir(), "push-service-"));
    const [certPath, keyPath] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    await promisify(execFile)("openssl", [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "1",
      ],
      ...["-subj", `/CN=${PUSH_HOST}`, "-addext", `subjectAltName=DNS:${PUSH_HOST}`],
      ...["-keyout", keyPath, "-out", certPath],
    ]);
    const [cert, key] = await Promise.all([readFile(certPath, "utf8"), readFile(keyPath, "utf8")]);
    await rm(folder, { recursive: true });
    const server = createServer({ cert, key });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new PushService(server, cert, serverKey);
  }

  /** A browser that subscribes. */
  subscribe(): PushBrowser {
    const keys = createECDH("prime256v1");
    keys.generateKeys();
    const auth = randomBytes(16);
    const path = `/wpush/v2/${randomBytes(16).toString("base64url")}`;
    const browser: PushBrowser = {
      endpoint: `https://${PUSH_HOST}${path}`,
      keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
      received: [],
      requests: [],
    };
    this.#browsers.set(path, { browser, decrypt: (body) => decryptAes128Gcm(body, keys, auth) });
    return browser;
  }

  /** The browser unsubscribes: its endpoint is gone. */
  unsubscribe({ endpoint }: PushBrowser): void {
    this.#browsers.delete(new URL(endpoint).pathname);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const send = (status: number, text = "", headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(text);
    const known = this.#browsers.get(request.url ?? "");
    if (known === undefined) return void send(410, "push subscription has unsubscribed or expired");
    const { behaviour } = this;
    if (behaviour.kind === "answers") return void send(behaviour.status, behaviour.text, behaviour.headers);
    const claims = claimsOf(request.headers.authorization ?? "", this.serverKey);
    if (claims === null) return void send(401, "the token does not hold");
    if (body.byteLength > 4096) return void send(413, "payload too large");
    if (!/^\d+$/.test(String(request.headers.ttl)) || request.headers["content-encoding"] !== "aes128gcm")
      return void send(400, "a header is missing");
    known.browser.requests.push({ headers: request.headers, claims, bytes: body.byteLength });
    known.browser.received.push(known.decrypt(body));
    if (behaviour.kind === "silent") return void behaviour.taken();
    send(201, "", { location: `https://${PUSH_HOST}/m/1` });
  }
}

/** The claims of `vapid t=…, k=…`; null where the key is another one or the signature is wrong. */
function claimsOf(header: string, serverKey: string): PushServiceRequest["claims"] | null {
  const { t, k } = Object.fromEntries(Array.from(header.matchAll(/([tk])=([\w.-]+)/g), ([, a, b]) => [a, b]));
  const [head, claims, signature] = t?.split(".") ?? [];
  if (k !== serverKey || head === undefined || claims === undefined || signature === undefined) return null;
  const point = Buffer.from(k, "base64url");
  const key = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const holds = verify(
    "sha256",
    signed,
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return holds ? JSON.parse(Buffer.from(claims, "base64url").toString()) : null;
}

/** Decrypts a message of one record, as a browser does (RFC 8291, section 3 and 4). */
function decryptAes128Gcm(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const shared = keys.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), senderKey]);
  const material = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const key = hkdfSync("sha256", material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdfSync("sha256", material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString("utf8");
}
