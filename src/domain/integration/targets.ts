import { accountKey, isEmail } from "../validation.ts";
import type { Platform } from "./integration.ts";

/** Platforms that send to addresses which a person enters and confirms. */
export type TargetPlatform = Exclude<Platform, "gundi">;

export const MOST_TARGETS: Readonly<Record<TargetPlatform, number>> = { email: 3, sms: 2 };

/** The most characters of an address as it is typed. */
export const TARGET_MAX_LENGTH = 254;

const DEFAULT_PREFIX = "+1";

/**
 * A phone number as it is stored: without spaces, dashes and brackets, with `+1` before it where it has no plus. Text
 * that is no number stays wrong.
 */
export function normalPhoneNumber(text: string): string {
  const bare = text.trim().replace(/[ \u00a0\u2010-\u2015()[\]-]/g, "");
  return bare === "" || bare.startsWith("+") ? bare : `${DEFAULT_PREFIX}${bare}`;
}

/** Whether a normal phone number has the form of E.164: a plus and 8 to 15 digits. */
export function isPhoneNumber(text: string): boolean {
  return /^\+\d{8,15}$/.test(text);
}

export type TargetFault = "malformed" | "duplicate";

/** What is typed as it is stored, and what is wrong with it. */
export interface CheckedTarget {
  /** As it is sent to: an e-mail as written, a number in E.164. */
  readonly address: string;
  /** By which two addresses are the same. */
  readonly key: string;
  readonly fault: TargetFault | null;
}

/** Checks a list of e-mails or numbers; the first of two that are the same is right, the others are duplicates. */
export function checkTargets(platform: TargetPlatform, typed: readonly string[]): CheckedTarget[] {
  const seen = new Set<string>();
  return typed.map((text) => {
    const address = platform === "email" ? text.trim() : normalPhoneNumber(text);
    const key = platform === "email" ? accountKey(address) : address;
    const isRight = platform === "email" ? isEmail(address) : isPhoneNumber(address);
    const isDuplicate = isRight && seen.has(key);
    seen.add(key);
    return { address, key, fault: isRight ? (isDuplicate ? "duplicate" : null) : "malformed" };
  });
}
