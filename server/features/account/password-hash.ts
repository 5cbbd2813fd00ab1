import { hash, verify } from "@node-rs/argon2";
import { WorkGate } from "../../limits/work-gate.ts";
import { newSecret } from "../sessions/token.ts";

/** argon2id (the package's own default) as OWASP asks for at least: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Three of the four threads that hashing shares with files and compression. People who are known have one of their own:
 * strangers who fill their queue do not keep them out.
 */
const GATES = { strangers: new WorkGate(2, 100), known: new WorkGate(1, 100) } as const;

/** Whose turn a password waits for: `known` has a session, a known device or the code of a mailed link. */
export type Queue = keyof typeof GATES;

/** @throws ApiError unavailable where the queue is full */
export function hashPassword(password: string, queue: Queue): Promise<string> {
  return GATES[queue].run(() => hash(password.normalize("NFKC"), COST));
}

/**
 * Whether a password is the stored one. Without a stored hash the same work is done over a decoy and the answer
 * is no, so that an account that does not exist takes as long as a wrong password.
 *
 * @param findHash called once it is its turn; what it throws is thrown
 * @throws ApiError unavailable where the queue is full
 */
export function checkPassword(
  password: string,
  queue: Queue,
  findHash: () => Promise<string | null>,
): Promise<boolean> {
  return GATES[queue].run(async () => {
    const storedHash = await findHash();
    const isRight = await verify(storedHash ?? (await decoyHash()), password.normalize("NFKC"));
    return storedHash !== null && isRight;
  });
}

let decoy: Promise<string> | null = null;

/** Made before the first sign-in, which would otherwise take twice as long. */
export function decoyHash(): Promise<string> {
  decoy ??= hash(newSecret(), COST);
  return decoy;
}
