import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Dependencies } from "../../dependencies.ts";
import { isFirstUserAwaited, keepSetupCode } from "./repository.ts";

/** Without characters that look like others: 0 and O, 1, I and L, U and V. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTWXYZ";
const GROUPS = 4;
const GROUP_LENGTH = 4;

type Needs = Pick<Dependencies, "config" | "db">;

/**
 * The code with which the first account is made, 77 bits; null where there was a first account already.
 *
 * It is stored as it is, because each start prints it anew and servers of one database must print the same. That
 * tells nobody more: who can read the database before the first account can also write an account into it.
 */
export async function currentSetupCode({ config, db }: Needs): Promise<string | null> {
  if (!(await isFirstUserAwaited(db.reader))) return null;
  return config.setupCode ?? db.write((transaction) => keepSetupCode(transaction, newSetupCode()));
}

/** Whether the next sign-up needs the set-up code. */
export async function needsSetupCode({ config, db }: Needs): Promise<boolean> {
  return config.signup !== "closed" && (await isFirstUserAwaited(db.reader));
}

/** Whether a person typed the code, in any letter case and with or without hyphens and spaces; takes the same time for each. */
export function isSetupCode(typed: string, code: string): boolean {
  return timingSafeEqual(digestOf(typed), digestOf(code));
}

function newSetupCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

function digestOf(code: string): Buffer {
  return createHash("sha256").update(code.replace(/[\s-]/g, "").toUpperCase()).digest();
}
