import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, linkBase, loadConfig } from "../../../server/config.ts";
import { SETTINGS } from "../../../server/settings.ts";

function sentencesFor(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
}

describe("settings", () => {
  it("have safe values where nothing is set", () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 8080,
      host: "127.0.0.1",
      publicUrl: null,
      databaseUrl: null,
      smtpUrl: null,
      signup: "open",
      staffUserId: null,
      corsOrigins: [],
      trustProxy: false,
      logLevel: "info",
      sessionDays: 90,
    });
    expect(config.dataDir).toMatch(/^\/.*\/data$/);
    expect(config.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("read what is set; an empty text counts as left out", () => {
    const config = loadConfig({
      PORT: "0",
      PUBLIC_URL: "https://understory.example.org/",
      SMTP_URL: "smtps://user:secret@mail.example.org:465",
      MAIL_FROM: "Understory <hello@example.org>",
      SIGNUP: "",
      STAFF_USER_ID: "12",
      CORS_ORIGINS: "https://a.example.org, https://b.example.org",
      TRUST_PROXY: "10.0.0.0/8, ::1",
      RASTER_TILE_URL: "https://tiles.example.org/{z}/{x}/{y}.png",
    });
    expect(config).toMatchObject({
      port: 0,
      publicUrl: "https://understory.example.org",
      signup: "open",
      staffUserId: 12,
      corsOrigins: ["https://a.example.org", "https://b.example.org"],
      trustProxy: ["10.0.0.0/8", "::1"],
    });
  });

  it.each([
    [{ PORT: "80a" }, 'PORT must be a whole number from 0 to 65535, but is "80a".'],
    [{ PORT: "70000" }, 'PORT must be a whole number from 0 to 65535, but is "70000".'],
    [{ SIGNUP: "maybe" }, 'SIGNUP must be one of open, invite, closed, but is "maybe".'],
    [{ STAFF_USER_ID: "0" }, 'STAFF_USER_ID must be a whole number of at least 1, but is "0".'],
    [{ DATABASE_URL: "mysql://u:pass@h/d" }, /^DATABASE_URL must begin with postgres:\/\//],
    [{ SMTP_URL: "mail.example.org" }, /^SMTP_URL must begin with smtp:\/\/ or smtps:\/\//],
    [{ PUBLIC_URL: "understory.example.org" }, /^PUBLIC_URL must be an address such as/],
    [{ PUBLIC_URL: "https://example.org/app" }, /^PUBLIC_URL .* with nothing behind it/],
    [{ SUPPORT_EMAIL: "nobody" }, 'SUPPORT_EMAIL must be an e-mail address, but is "nobody".'],
    [{ MAIL_FROM: "Understory" }, 'MAIL_FROM must be an e-mail address, but is "Understory".'],
    [
      { DOCUMENTATION_URL: "javascript:alert(1)" },
      /^DOCUMENTATION_URL must be an address that begins with https/,
    ],
    [{ RASTER_TILE_URL: "https://tiles.example.org/" }, /^RASTER_TILE_URL .*\{z\}, \{x\} and \{y\}/],
    [{ CORS_ORIGINS: "*" }, /^CORS_ORIGINS must be an address such as/],
    [{ TRUST_PROXY: "true" }, /^TRUST_PROXY must be false, a number of proxies or their addresses/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of fatal/],
    [{ SESSION_DAYS: "-1" }, /^SESSION_DAYS must be a whole number from 1 to 3650/],
    [{ MIN_CLIENT: "new" }, /^MIN_CLIENT must be a version such as 1\.2\.3/],
    [{ TLS_CERT: "/etc/hosts" }, "TLS_CERT and TLS_KEY go together, but only one of them is set."],
    [
      { SMTP_URL: "smtp://localhost" },
      "PUBLIC_URL is needed with SMTP_URL, because the links in mails are made of it.",
    ],
    [
      { STAFF_USER_ID: "3", RESTRICTED_USER_ID: "3" },
      "STAFF_USER_ID and RESTRICTED_USER_ID must not name the same user.",
    ],
    [{ STRIPE_SECRET_KEY: "pk_test_a" }, "STRIPE_SECRET_KEY must be a key that begins with sk_ or rk_."],
    [
      { STRIPE_SECRET_KEY: "sk_test_a" },
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together, but only one of them is set.",
    ],
    [
      { STRIPE_SECRET_KEY: "sk_live_a", STRIPE_PUBLISHABLE_KEY: "pk_test_a" },
      /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of one mode/,
    ],
    [
      { STRIPE_WEBHOOK_SECRET: "whsec_a" },
      "STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.",
    ],
    [{ STRIPE_API_BASE: "http://stripe.example.org" }, /^STRIPE_API_BASE must begin with https:\/\//],
    [{ STRIPE_API_BASE: "http://127.0.0.1.example.org" }, /^STRIPE_API_BASE must begin with https:\/\//],
  ])("stop the start with a sentence: %j", (environment, sentence) => {
    const sentences = sentencesFor(environment);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(sentence);
  });

  it("name everything that is wrong at once, and no password", () => {
    const sentences = sentencesFor({ PORT: "x", SMTP_URL: "http://u:hunter2@h", DATABASE_URL: "db:hunter2" });
    expect(sentences).toHaveLength(3);
    expect(sentences.join()).not.toContain("hunter2");
  });

  it("never show a key of the payment provider, and take its API on this machine without TLS", () => {
    const sentences = sentencesFor({
      STRIPE_PUBLISHABLE_KEY: "sk_live_hunter2",
      STRIPE_WEBHOOK_SECRET: "hunter2",
    });
    expect(sentences).toHaveLength(2);
    expect(sentences.join()).not.toContain("hunter2");
    const hosts = [
      "http://127.0.0.1:12111",
      "http://[::1]:12111",
      "http://localhost:12111",
      "https://stripe.example.org",
    ];
    for (const STRIPE_API_BASE of hosts)
      expect(loadConfig({ STRIPE_API_BASE }).stripeApiBase).toBe(STRIPE_API_BASE);
    expect(loadConfig({}).stripeApiBase).toBe("https://api.stripe.com");
  });

  it("refuse a certificate that is not there", () => {
    const folder = mkdtempSync(join(tmpdir(), "understory-tls-"));
    const cert = join(folder, "cert.pem");
    writeFileSync(cert, "");
    const sentences = sentencesFor({ TLS_CERT: cert, TLS_KEY: join(folder, "key.pem") });
    expect(sentences).toEqual([`TLS_KEY names a file that does not exist: "${join(folder, "key.pem")}".`]);
    rmSync(folder, { recursive: true });
  });

  it("each have a name of their own and say what they mean", () => {
    const settings = Object.values(SETTINGS);
    expect(new Set(settings.map(({ env }) => env)).size).toBe(settings.length);
    for (const { env, meaning, fallback, parse } of settings) {
      expect(env).toMatch(/^[A-Z][A-Z_]+$/);
      expect(meaning.length).toBeGreaterThan(20);
      if (fallback !== null) expect(() => parse(fallback)).not.toThrow();
    }
  });
});

describe("where links in mails lead", () => {
  it("is PUBLIC_URL, else where the server listens", () => {
    const base = (environment: Record<string, string>) => linkBase(loadConfig(environment));
    expect(base({ PUBLIC_URL: "https://understory.example.org" })).toBe("https://understory.example.org");
    expect(base({})).toBe("http://127.0.0.1:8080");
    expect(base({ HOST: "0.0.0.0", PORT: "9000" })).toBe("http://localhost:9000");
    expect(base({ HOST: "fd00::1" })).toBe("http://[fd00::1]:8080");
  });
});
