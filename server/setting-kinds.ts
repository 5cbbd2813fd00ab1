import { isEmail } from "../src/domain/validation.ts";

/** One setting of the environment: its name, its default, its meaning, and how its text is read. */
export interface Setting<T> {
  readonly env: string;
  /** The text that stands for a setting left out; null: nothing is set. */
  readonly fallback: string | null;
  readonly meaning: string;
  /** @throws BadSetting with what is wrong, as the end of a sentence that begins with the name */
  readonly parse: (text: string) => T;
}

/** Why a setting is refused: "must be …", never with the value of a secret in it. */
export class BadSetting extends Error {}

export function withFallback<T>(
  env: string,
  fallback: string,
  meaning: string,
  parse: (text: string) => T,
): Setting<T> {
  return { env, fallback, meaning, parse };
}

export function optional<T>(env: string, meaning: string, parse: (text: string) => T): Setting<T | null> {
  return { env, fallback: null, meaning, parse };
}

export function setupCode(text: string): string {
  if (text.replace(/[\s-]/g, "").length < 12) {
    throw new BadSetting("must have at least 12 characters, spaces and hyphens not counted");
  }
  return text;
}

export function filled(text: string): string {
  return text;
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new BadSetting(`must be a whole number ${range}, but is "${text}"`);
    }
    return value;
  };
}

export function oneOf<const T extends string>(values: readonly T[]) {
  return (text: string): T => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new BadSetting(`must be one of ${values.join(", ")}, but is "${text}"`);
    return found;
  };
}

function parseUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : null;
}

export function origin(text: string): string {
  const url = parseUrl(text, ["https:", "http:"]);
  if (url === null || url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new BadSetting(
      `must be an address such as https://understory.example.org with nothing behind it, but is "${text}"`,
    );
  }
  return url.origin;
}

export function originList(text: string): readonly string[] {
  return listOf(text).map(origin);
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function webUrl(text: string): string {
  if (parseUrl(text, ["https:", "http:"]) === null) {
    throw new BadSetting(`must be an address that begins with https:// or http://, but is "${text}"`);
  }
  return text;
}

export function tileUrl(text: string): string {
  if (
    parseUrl(text, ["https:", "http:"]) === null ||
    !["{z}", "{x}", "{y}"].every((part) => text.includes(part))
  ) {
    throw new BadSetting(`must be an https:// address with {z}, {x} and {y} in it, but is "${text}"`);
  }
  return text;
}

/** Without the value, which holds a password. */
export function postgresUrl(text: string): string {
  if (parseUrl(text, ["postgres:", "postgresql:"]) === null) {
    throw new BadSetting("must begin with postgres:// and name a host; leave it out for SQLite");
  }
  return text;
}

/** Without the value, which holds a password. */
export function smtpUrl(text: string): string {
  if (parseUrl(text, ["smtp:", "smtps:"]) === null) {
    throw new BadSetting("must begin with smtp:// or smtps:// and name a host");
  }
  return text;
}

/** Without the value, which is a secret or stands in the wrong place and may be one. */
export function keyBeginning(...prefixes: readonly string[]) {
  return (text: string): string => {
    if (!prefixes.some((prefix) => text.startsWith(prefix)) || !/^\w+$/.test(text)) {
      throw new BadSetting(`must be a key that begins with ${prefixes.join(" or ")}`);
    }
    return text;
  };
}

/** Without the value, which is a secret. */
export function secretWord(text: string): string {
  if (!/^[\w-]{16,}$/.test(text)) {
    throw new BadSetting("must be at least 16 letters, digits, underscores or hyphens");
  }
  return text;
}

export function numberBeginnings(text: string): readonly string[] {
  const beginnings = listOf(text);
  if (beginnings.length === 0 || !beginnings.every((one) => /^\+\d{1,14}$/.test(one))) {
    throw new BadSetting(`must be beginnings of numbers such as +254,+255, but is "${text}"`);
  }
  return beginnings;
}

export function twilioSender(text: string): string {
  if (!/^(\+\d{8,15}|MG\w{32})$/.test(text)) {
    throw new BadSetting(
      `must be a number such as +15551234567 or a messaging service (MG…), but is "${text}"`,
    );
  }
  return text;
}

/** The secret key is sent there, so plain HTTP is refused for every address but this machine's own. */
export function apiBase(text: string): string {
  const base = origin(text);
  const { protocol, hostname } = new URL(base);
  if (protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    throw new BadSetting(`must begin with https://, because the secret key is sent there, but is "${text}"`);
  }
  return base;
}

export function email(text: string): string {
  if (!isEmail(text)) throw new BadSetting(`must be an e-mail address, but is "${text}"`);
  return text;
}

/** `name@example.org` or `Name <name@example.org>`. */
export function mailAddress(text: string): string {
  const bare = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  if (!isEmail(bare)) throw new BadSetting(`must be an e-mail address, but is "${text}"`);
  return text;
}

export function trustProxy(text: string): boolean | number | readonly string[] {
  if (text === "false") return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = listOf(text);
  const isAddress = (part: string) =>
    /^[\da-fA-F.:]+(\/\d{1,3})?$|^(loopback|linklocal|uniquelocal)$/.test(part);
  if (addresses.length === 0 || !addresses.every((part) => isAddress(part) && /[.:a-z]/.test(part))) {
    throw new BadSetting(`must be false, a number of proxies or their addresses, but is "${text}"`);
  }
  return addresses;
}

export function version(text: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(text))
    throw new BadSetting(`must be a version such as 1.2.3, but is "${text}"`);
  return text;
}
