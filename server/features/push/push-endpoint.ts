import { ECDH } from "node:crypto";
import { isIP } from "node:net";

/**
 * Whether a text is the endpoint of a push service as browsers give it: https at a named public host. The addresses of
 * the host are checked when a message is sent.
 */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text) || text.length > 2000 || !/^[!-~]+$/.test(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  const isPlain = username === "" && password === "" && hash === "" && port === "";
  return protocol === "https:" && isPlain && isPublicName(hostname);
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (isIP(name) !== 0 || name.startsWith("[") || !name.includes(".")) return false;
  return !/\.(localhost|local|internal|intranet|lan|home|arpa|test|invalid)$/.test(name);
}

/** Whether these are a point of the curve P-256 and a secret of 16 bytes: with others nothing can be encrypted. */
export function isPushKeyPair({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (!isBase64Url(p256dh) || !isBase64Url(auth)) return false;
  if (Buffer.from(p256dh, "base64url").length !== 65 || Buffer.from(auth, "base64url").length !== 16)
    return false;
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url", "base64url", "compressed");
    return true;
  } catch {
    return false;
  }
}

function isBase64Url(text: string): boolean {
  return /^[\w-]+={0,2}$/.test(text);
}
