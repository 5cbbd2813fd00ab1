import { hash, verify } from "@node-rs/argon2";
import { WorkGate } from "../../limits/work-gate.ts";
import { newSecret } from "../sessions/token.ts";

/** argon2id (the package's own default) as OWASP asks for at least: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of the threads that hashing shares with files and compression. */
const gate = new WorkGate(2, 100);

export function hashPassword(password: string): Promise<string> {
  return gate.run(() => hash(password.normalize("NFKC"), COST));
}

/**
 * Whether a password is the stored one. Without a stored hash the same work is done over a decoy and the answer
 * is no, so that an account that does not exist takes as long as a wrong password.
 */
export async function checkPassword(password: string, storedHash: string | null): Promise<boolean> {
  const against = storedHash ?? (await decoyHash());
  const isRight = await gate.run(() => verify(against, password.normalize("NFKC")));
  return storedHash !== null && isRight;
}

let decoy: Promise<string> | null = null;

/** Made before the first sign-in, which would otherwise take twice as long. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(newSecret());
  return decoy;
}
