import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BadSetting, type Setting } from "./setting-kinds.ts";
import { SETTINGS } from "./settings.ts";

type Settings = {
  readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never;
};

/** All settings, read and checked, and the version of this program. */
export interface Config extends Settings {
  readonly version: string;
}

/** Names every wrong setting in one sentence each. Caught by main.ts, which prints it and ends. */
export class ConfigError extends Error {
  readonly sentences: readonly string[];
  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.name = "ConfigError";
    this.sentences = sentences;
  }
}

/**
 * Reads the settings from an environment. An empty text counts as left out; the data folder becomes absolute.
 * @throws ConfigError that names every wrong setting
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const sentences: string[] = [];
  const read = (setting: Setting<unknown>): unknown => {
    const text = environment[setting.env]?.trim() || setting.fallback;
    if (text === null) return null;
    try {
      return setting.parse(text);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      sentences.push(`${setting.env} ${error.message}.`);
      return null;
    }
  };
  const values = Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [name, read(setting)]));
  const settings = values as unknown as Settings;
  sentences.push(...contradictions(settings));
  if (sentences.length > 0) throw new ConfigError(sentences);
  return { ...settings, dataDir: resolve(settings.dataDir), version: programVersion() };
}

/** Settings that are fine by themselves and wrong together. */
function contradictions(settings: Settings): string[] {
  const { tlsCert, tlsKey, smtpUrl, publicUrl, staffUserId, restrictedUserId } = settings;
  const found = billingContradictions(settings);
  if ((tlsCert === null) !== (tlsKey === null)) {
    found.push("TLS_CERT and TLS_KEY go together, but only one of them is set.");
  }
  for (const [name, path] of [
    ["TLS_CERT", tlsCert],
    ["TLS_KEY", tlsKey],
  ] as const) {
    if (path !== null && !existsSync(path))
      found.push(`${name} names a file that does not exist: "${path}".`);
  }
  const twilio = [settings.twilioAccountSid, settings.twilioAuthToken, settings.twilioFrom];
  if (twilio.includes(null) && twilio.some((value) => value !== null)) {
    found.push(
      "TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together, but not all of them are set.",
    );
  }
  if (smtpUrl !== null && publicUrl === null) {
    found.push("PUBLIC_URL is needed with SMTP_URL, because the links in mails are made of it.");
  }
  if (staffUserId !== null && staffUserId === restrictedUserId) {
    found.push("STAFF_USER_ID and RESTRICTED_USER_ID must not name the same user.");
  }
  return found;
}

function billingContradictions(settings: Settings): string[] {
  const { stripeSecretKey, stripePublishableKey, stripeWebhookSecret } = settings;
  if ((stripeSecretKey === null) !== (stripePublishableKey === null)) {
    return ["STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together, but only one of them is set."];
  }
  if (stripeSecretKey === null || stripePublishableKey === null) {
    return stripeWebhookSecret === null
      ? []
      : ["STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY."];
  }
  if (isTestKey(stripeSecretKey) !== isTestKey(stripePublishableKey)) {
    return [
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of one mode, but only one of them is a test key.",
    ];
  }
  return [];
}

function isTestKey(key: string): boolean {
  return /^[a-z]+_test_/.test(key);
}

/** Mails link to PUBLIC_URL. The Host header of a request is not used, because a sender can forge it. */
export function linkBase({ publicUrl, tlsCert, host, port }: Config): string {
  const plainHost =
    host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return publicUrl ?? `${tlsCert === null ? "http" : "https"}://${plainHost}:${port}`;
}

/** The version in the package's own file, which lies above this one, built or not. */
function programVersion(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (existsSync(path))
      return String((JSON.parse(readFileSync(path, "utf8")) as { version: unknown }).version);
    if (folder === dirname(folder)) throw new Error("package.json was not found above the program.");
  }
}
