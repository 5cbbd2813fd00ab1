import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 bits, in base64url: a session's token, the code of a reset link or of an invitation. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a secret: its SHA-256 in hex. The secret is random, so a plain hash suffices. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
