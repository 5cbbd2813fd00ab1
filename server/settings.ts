import { QUOTAS, type QuotaName } from "../src/domain/account/quota.ts";
import { PACE_BOUNDS } from "../src/protocol/pace.ts";
import {
  apiBase,
  email,
  filled,
  keyBeginning,
  mailAddress,
  numberBeginnings,
  oneOf,
  optional,
  origin,
  originList,
  postgresUrl,
  type Setting,
  secretWord,
  setupCode,
  smtpUrl,
  tileUrl,
  trustProxy,
  twilioSender,
  version,
  webUrl,
  wholeNumber,
  withFallback,
} from "./setting-kinds.ts";

/** The quotas of src/domain, each with its setting. */
const QUOTA_SETTINGS = Object.fromEntries(
  Object.entries(QUOTAS).map(([name, { setting, fallback, meaning }]) => [
    name,
    withFallback(setting, String(fallback), meaning, wholeNumber(1, 10_000_000)),
  ]),
) as Readonly<Record<QuotaName, Setting<number>>>;

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
  smsCodesADay: withFallback(
    "SMS_CODES_A_DAY",
    "100",
    "How many text messages with codes the server sends in a day, to all users together; a quarter of them at most to numbers with the same first six digits.",
    wholeNumber(0, 100_000),
  ),
  smsPrefixes: optional(
    "SMS_PREFIXES",
    "The beginnings of numbers that text messages go to, as +254,+255; without it all countries.",
    numberBeginnings,
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
  setupCode: optional(
    "SETUP_CODE",
    "The code that the first account needs, of at least 12 characters; without it the server makes one and prints it at each start until that account is made.",
    setupCode,
  ),
  staffUserId: optional(
    "STAFF_USER_ID",
    "The number of the user who is staff; without it the first user to sign up, with the set-up code, is.",
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  ),
  restrictedUserId: optional(
    "RESTRICTED_USER_ID",
    "The number of the user who only looks (Dashboard, Insights, Map).",
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  ),
  ...QUOTA_SETTINGS,
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
