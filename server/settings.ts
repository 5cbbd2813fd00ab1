import { isEmail } from "../src/domain/validation.ts";
import { PACE_BOUNDS } from "../src/protocol/pace.ts";

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

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export const SIGNUP_MODES = ["open", "invite", "closed"] as const;
const OFFLINE_SHELL_MODES = ["on", "off"] as const;

/** All settings. The operators' page is checked against this table. */
export const SETTINGS = {
  port: withFallback("PORT", "8080", "The port to listen on; 0 takes any free one.", wholeNumber(0, 65_535)),
  host: withFallback(
    "HOST",
    "127.0.0.1",
    "The address to listen on; 0.0.0.0 is every address of the machine.",
    filled,
  ),
  publicUrl: optional(
    "PUBLIC_URL",
    "The address that people open, as https://understory.example.org; links in mails are made of it. Needed with SMTP_URL.",
    origin,
  ),
  tlsCert: optional(
    "TLS_CERT",
    "Path of the certificate (PEM, with its chain) to serve HTTPS directly; goes with TLS_KEY.",
    filled,
  ),
  tlsKey: optional("TLS_KEY", "Path of the certificate's private key (PEM); goes with TLS_CERT.", filled),
  dataDir: withFallback(
    "DATA_DIR",
    "./data",
    "The folder of the database, the photographs and, without SMTP_URL, the mails.",
    filled,
  ),
  databaseUrl: optional(
    "DATABASE_URL",
    "postgres://… selects PostgreSQL; without it SQLite in DATA_DIR is used.",
    postgresUrl,
  ),
  smtpUrl: optional(
    "SMTP_URL",
    "The mail server, as smtps://user:password@mail.example.org:465; without it mails are written to DATA_DIR/mail.",
    smtpUrl,
  ),
  mailFrom: optional(
    "MAIL_FROM",
    "The sender of mails; without it no-reply@ the host of PUBLIC_URL.",
    mailAddress,
  ),
  twilioAccountSid: optional(
    "TWILIO_ACCOUNT_SID",
    "The account at Twilio that sends text messages; goes with TWILIO_AUTH_TOKEN and TWILIO_FROM. Without them SMS says that it is not set up.",
    keyBeginning("AC"),
  ),
  twilioAuthToken: optional("TWILIO_AUTH_TOKEN", "The auth token of that account.", secretWord),
  twilioFrom: optional(
    "TWILIO_FROM",
    "The number that text messages come from, as +15551234567, or a messaging service (MG…).",
    twilioSender,
  ),
  twilioApiBase: withFallback(
    "TWILIO_API_BASE",
    "https://api.twilio.com",
    "Where Twilio's API is called, for a proxy of one's own; https, or http on this machine.",
    apiBase,
  ),
  gundiApiBase: withFallback(
    "GUNDI_API_BASE",
    "https://sensors.api.gundiservice.org",
    "Where Gundi's API is called; https, or http on this machine.",
    apiBase,
  ),
  giveUpHours: withFallback(
    "GIVE_UP_HOURS",
    "24",
    "After how many hours a message that no provider takes is given up.",
    wholeNumber(1, 168),
  ),
  signup: withFallback(
    "SIGNUP",
    "open",
    "Who may sign up: open (anyone), invite (with a code from `npm run admin -- invite`) or closed (nobody).",
    oneOf(SIGNUP_MODES),
  ),
  staffUserId: optional(
    "STAFF_USER_ID",
    "The number of the user who is staff; without it the first user to sign up is.",
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  ),
  restrictedUserId: optional(
    "RESTRICTED_USER_ID",
    "The number of the user who only looks (Dashboard, Insights, Map).",
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  ),
  supportEmail: optional(
    "SUPPORT_EMAIL",
    "The address in the support dialog; without it the one given at the first start or by `npm run admin -- support-address`.",
    email,
  ),
  documentationUrl: optional(
    "DOCUMENTATION_URL",
    "Where the navigation's Documentation leads; without it to the built-in page.",
    webUrl,
  ),
  contactSalesUrl: optional("CONTACT_SALES_URL", "Where Contact Sales leads.", webUrl),
  stripeSecretKey: optional(
    "STRIPE_SECRET_KEY",
    "The secret key of the Stripe account that takes payments; goes with STRIPE_PUBLISHABLE_KEY. Without both, Billing says that it is not set up.",
    keyBeginning("sk_", "rk_"),
  ),
  stripePublishableKey: optional(
    "STRIPE_PUBLISHABLE_KEY",
    "The publishable key of the same account, for the card form; goes with STRIPE_SECRET_KEY.",
    keyBeginning("pk_"),
  ),
  stripeWebhookSecret: optional(
    "STRIPE_WEBHOOK_SECRET",
    "The signing secret of the webhook at /api/stripe/webhook. Without it invoices are read from Stripe for each view.",
    keyBeginning("whsec_"),
  ),
  stripeApiBase: withFallback(
    "STRIPE_API_BASE",
    "https://api.stripe.com",
    "Where Stripe's API is called, for a proxy of one's own; https, or http on this machine.",
    apiBase,
  ),
  rasterTileUrl: optional(
    "RASTER_TILE_URL",
    "Map tiles to show where there is a connection, as https://tiles.example.org/{z}/{x}/{y}.png.",
    tileUrl,
  ),
  rasterTileAttribution: optional(
    "RASTER_TILE_ATTRIBUTION",
    "Whose data those tiles show, as their licence asks; stands on the map as plain text.",
    filled,
  ),
  corsOrigins: withFallback(
    "CORS_ORIGINS",
    "",
    "Other origins whose pages may call this server, separated by commas.",
    originList,
  ),
  trustProxy: withFallback(
    "TRUST_PROXY",
    "false",
    "Whose X-Forwarded headers to believe: false, the number of proxies in front, or their addresses, separated by commas. Behind a proxy it must be set, or all people count as one address when attempts are slowed down.",
    trustProxy,
  ),
  logLevel: withFallback(
    "LOG_LEVEL",
    "info",
    `How much is logged: ${LOG_LEVELS.join(", ")}.`,
    oneOf(LOG_LEVELS),
  ),
  sessionDays: withFallback(
    "SESSION_DAYS",
    "90",
    "After how many days without any use a signed-in device is signed out.",
    wholeNumber(1, 3650),
  ),
  accountGraceDays: withFallback(
    "ACCOUNT_GRACE_DAYS",
    "30",
    "How many days pass before an account is deleted whose user asked for it; until then the user can keep it.",
    wholeNumber(1, 365),
  ),
  auditDays: optional(
    "AUDIT_DAYS",
    "After how many days entries of the audit log are deleted; without it they are kept.",
    wholeNumber(1, 36_500),
  ),
  minClient: withFallback(
    "MIN_CLIENT",
    "0.1.0",
    "The oldest version of the app that this server serves; older ones ask for a reload.",
    version,
  ),
  callSeconds: withFallback(
    "CALL_SECONDS",
    "20",
    "How long the app waits for an answer before it gives a call up; a batch three times, a page of rows six times as long. More where people work over satellite links.",
    wholeNumber(PACE_BOUNDS.callSeconds.least, PACE_BOUNDS.callSeconds.most),
  ),
  syncSeconds: withFallback(
    "SYNC_SECONDS",
    "30",
    "How often the app asks for changes while somebody looks at it; ten times as seldom while nobody does.",
    wholeNumber(PACE_BOUNDS.syncSeconds.least, PACE_BOUNDS.syncSeconds.most),
  ),
  offlineShell: withFallback(
    "OFFLINE_SHELL",
    "on",
    "off is the kill switch: devices drop the stored copy of the app and its service worker, never unsent work.",
    oneOf(OFFLINE_SHELL_MODES),
  ),
} as const;

function withFallback<T>(
  env: string,
  fallback: string,
  meaning: string,
  parse: (text: string) => T,
): Setting<T> {
  return { env, fallback, meaning, parse };
}

function optional<T>(env: string, meaning: string, parse: (text: string) => T): Setting<T | null> {
  return { env, fallback: null, meaning, parse };
}

function filled(text: string): string {
  return text;
}

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new BadSetting(`must be a whole number ${range}, but is "${text}"`);
    }
    return value;
  };
}

function oneOf<const T extends string>(values: readonly T[]) {
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

function origin(text: string): string {
  const url = parseUrl(text, ["https:", "http:"]);
  if (url === null || url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new BadSetting(
      `must be an address such as https://understory.example.org with nothing behind it, but is "${text}"`,
    );
  }
  return url.origin;
}

function originList(text: string): readonly string[] {
  return listOf(text).map(origin);
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function webUrl(text: string): string {
  if (parseUrl(text, ["https:", "http:"]) === null) {
    throw new BadSetting(`must be an address that begins with https:// or http://, but is "${text}"`);
  }
  return text;
}

function tileUrl(text: string): string {
  if (
    parseUrl(text, ["https:", "http:"]) === null ||
    !["{z}", "{x}", "{y}"].every((part) => text.includes(part))
  ) {
    throw new BadSetting(`must be an https:// address with {z}, {x} and {y} in it, but is "${text}"`);
  }
  return text;
}

/** Without the value, which holds a password. */
function postgresUrl(text: string): string {
  if (parseUrl(text, ["postgres:", "postgresql:"]) === null) {
    throw new BadSetting("must begin with postgres:// and name a host; leave it out for SQLite");
  }
  return text;
}

/** Without the value, which holds a password. */
function smtpUrl(text: string): string {
  if (parseUrl(text, ["smtp:", "smtps:"]) === null) {
    throw new BadSetting("must begin with smtp:// or smtps:// and name a host");
  }
  return text;
}

/** Without the value, which is a secret or stands in the wrong place and may be one. */
function keyBeginning(...prefixes: readonly string[]) {
  return (text: string): string => {
    if (!prefixes.some((prefix) => text.startsWith(prefix)) || !/^\w+$/.test(text)) {
      throw new BadSetting(`must be a key that begins with ${prefixes.join(" or ")}`);
    }
    return text;
  };
}

/** Without the value, which is a secret. */
function secretWord(text: string): string {
  if (!/^[\w-]{16,}$/.test(text)) {
    throw new BadSetting("must be at least 16 letters, digits, underscores or hyphens");
  }
  return text;
}

function twilioSender(text: string): string {
  if (!/^(\+\d{8,15}|MG\w{32})$/.test(text)) {
    throw new BadSetting(
      `must be a number such as +15551234567 or a messaging service (MG…), but is "${text}"`,
    );
  }
  return text;
}

/** The secret key is sent there, so plain HTTP is refused for every address but this machine's own. */
function apiBase(text: string): string {
  const base = origin(text);
  const { protocol, hostname } = new URL(base);
  if (protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    throw new BadSetting(`must begin with https://, because the secret key is sent there, but is "${text}"`);
  }
  return base;
}

function email(text: string): string {
  if (!isEmail(text)) throw new BadSetting(`must be an e-mail address, but is "${text}"`);
  return text;
}

/** `name@example.org` or `Name <name@example.org>`. */
function mailAddress(text: string): string {
  const bare = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  if (!isEmail(bare)) throw new BadSetting(`must be an e-mail address, but is "${text}"`);
  return text;
}

function trustProxy(text: string): boolean | number | readonly string[] {
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

function version(text: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(text))
    throw new BadSetting(`must be a version such as 1.2.3, but is "${text}"`);
  return text;
}
