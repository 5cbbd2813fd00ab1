import { COMMON_PASSWORD_STEMS } from "./password-common.ts";

export const PASSWORD_MIN_LENGTH = 9;
/** Longer passwords are refused, which bounds the cost of hashing. */
export const PASSWORD_MAX_LENGTH = 200;

/** Requirements that a password fails. "same" is for a change alone: it equals the current one. */
export const PASSWORD_FAULTS = ["length", "upper", "lower", "special", "common", "same"] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

/**
 * The requirements that a new password fails, in the order above; empty when it is good. A special character is one
 * that is neither a letter, a digit nor a space.
 *
 * @param current the password that it replaces, on a change
 */
export function passwordFaults(password: string, current: string | null = null): PasswordFault[] {
  const lacks: Record<PasswordFault, boolean> = {
    length: [...password].length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH,
    upper: !/\p{Lu}/u.test(password),
    lower: !/\p{Ll}/u.test(password),
    special: !/[^\p{L}\p{N}\s]/u.test(password),
    common: isCommonPassword(password),
    same: password === current,
  };
  return PASSWORD_FAULTS.filter((fault) => lacks[fault]);
}

export function isGoodPassword(password: string, current: string | null = null): boolean {
  return passwordFaults(password, current).length === 0;
}

/** Characters around a common word: with more than these a password is not common. */
const MAX_DECORATION = 8;

/**
 * Whether a password is a common one in disguise: letter case, digits and signs around it, signs for letters
 * ("P@ssw0rd1!") and a doubled word do not count.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const trimmed = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const plain = lower.replace(/[^\p{L}\p{N}]/gu, "");
  const letters = lower.replace(/\P{L}/gu, "");
  const readings = [lower, trimmed, letters, ...[lower, trimmed, plain].map(lettersForSigns)];
  return readings
    .map((reading) => reading.replace(/[^\p{L}\p{N}]/gu, ""))
    .some((word) => [...lower].length - word.length <= MAX_DECORATION && isCommonWord(word));
}

function isCommonWord(word: string): boolean {
  if (COMMON_PASSWORD_STEMS.has(word) || /^(.{1,2})\1{3,}$/u.test(word)) return true;
  const half = word.slice(0, word.length / 2);
  return half + half === word && COMMON_PASSWORD_STEMS.has(half);
}

const LETTERS: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "6": "g",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
};

/** Replaces signs by the letters that they resemble, without the signs and digits at the end. */
function lettersForSigns(text: string): string {
  const core = text.replace(/[^\p{L}]+$/u, "");
  return [...core].map((sign) => LETTERS[sign] ?? sign).join("");
}
