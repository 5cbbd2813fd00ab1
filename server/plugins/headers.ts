import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../src/domain/clock.ts";
import {
  MIN_CLIENT_HEADER,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  TIME_HEADER,
} from "../../src/protocol/protocol-version.ts";
import type { Config } from "../config.ts";

const HSTS = "max-age=31536000";

interface HeaderParts {
  readonly config: Config;
  readonly clock: Clock;
}

/** Sets the headers of every answer: what a page may do, and on /api the protocol, the time and no caching. */
export function setHeaders(app: FastifyInstance, deps: HeaderParts): void {
  const write = headerWriter(deps);
  app.addHook("onSend", async (request, reply) => write(request, reply));
}

/** For answers that the framework gives before any hook runs. */
export function headerWriter({
  config,
  clock,
}: HeaderParts): (request: FastifyRequest, reply: FastifyReply) => void {
  const policy = contentPolicy(config);
  return (request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    reply.header("content-security-policy", policy);
    reply.header("cross-origin-opener-policy", "same-origin");
    reply.header("cross-origin-resource-policy", "same-origin");
    reply.header("x-frame-options", "DENY");
    reply.header("permissions-policy", "camera=(self), microphone=(), payment=(), geolocation=(self)");
    if (request.protocol === "https") reply.header("strict-transport-security", HSTS);
    if (!isApiUrl(request.routeOptions.url ?? request.url) && !isApiUrl(request.url)) return;
    reply.header(PROTOCOL_HEADER, String(PROTOCOL_VERSION));
    reply.header(MIN_CLIENT_HEADER, config.minClient);
    reply.header(TIME_HEADER, String(clock.now()));
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  };
}

/**
 * Whether a request's URL is below /api, as the router reads it: `/%61pi/user` and `http://host/api/user` name the same
 * route as `/api/user`.
 */
export function isApiUrl(url: string): boolean {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  return /^\/api(?:\/|$)/.test(decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Origins that Stripe's card form needs, by directive of the content policy. */
const CARD_FORM = {
  script: " https://js.stripe.com https://*.js.stripe.com",
  frame: ["frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com"],
  connect: " https://api.stripe.com",
};
const NO_CARD_FORM: typeof CARD_FORM = { script: "", frame: [], connect: "" };

/**
 * Only scripts and styles of this server. The foreign origins are the map's tiles and, where billing is set up, Stripe,
 * each only where its setting is there.
 */
function contentPolicy({ rasterTileUrl, stripePublishableKey }: Config): string {
  const tiles = rasterTileUrl === null ? "" : ` ${tileOrigin(rasterTileUrl)}`;
  const cardForm = stripePublishableKey === null ? NO_CARD_FORM : CARD_FORM;
  return [
    "default-src 'self'",
    `script-src 'self'${cardForm.script}`,
    "style-src 'self'",
    `img-src 'self' blob: data:${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${tiles}${cardForm.connect}`,
    ...cardForm.frame,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The origin of a tile address; a placeholder in the host, as {s}, becomes a wildcard. */
function tileOrigin(url: string): string {
  const [origin = ""] = /^https?:\/\/[^/]+/.exec(url) ?? [];
  return origin.replace(/[^./]*\{\w+\}[^./:]*/, "*");
}
