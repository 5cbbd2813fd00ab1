import { DAY_MS } from "../time.ts";

/** The digits of a confirmation code. */
export const CODE_DIGITS = 6;
export const CODE_VALID_MS = DAY_MS;
/** After this many wrong codes a code is void. */
export const MOST_WRONG_CODES = 5;
/** Codes that a user may have sent in a day: to one address, and to all. */
export const MOST_CODES_TO_ADDRESS = 5;
export const MOST_CODES_OF_USER = 20;
/** Of these as text messages, each of which costs the operator money. */
export const MOST_SMS_CODES_OF_USER = 10;

/** A typed code without the spaces and dashes by which people group digits; null where it cannot be a code. */
export function codeOf(text: string): string | null {
  const digits = text.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}
