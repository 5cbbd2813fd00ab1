import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "../../../src/domain/time.ts";
import { MOST_SECRETS_OF_BROWSER } from "./known-device.ts";

/**
 * The cookie by which a browser is known to have signed somebody in before. It opens nothing: a request that it comes
 * with is authorized by its token or password alone, as one without it.
 */
const DEVICE_COOKIE = "understory_devices";
/** As long as browsers keep a cookie at most. */
const KEPT_DAYS = 400;
const SECRET = /^[\w-]{43}$/;

/** The secrets of the browser that sent a request; what has not their form is left out. */
export function deviceSecretsOf(request: FastifyRequest): string[] {
  const value = parseCookie(request.headers.cookie ?? "")[DEVICE_COOKIE] ?? "";
  return value
    .split(".")
    .filter((secret) => SECRET.test(secret))
    .slice(0, MOST_SECRETS_OF_BROWSER);
}

/** Has the browser keep these secrets, out of reach of scripts and of requests that other sites make. */
export function keepDeviceSecrets(
  request: FastifyRequest,
  reply: FastifyReply,
  secrets: readonly string[],
): void {
  const cookie = stringifySetCookie({
    name: DEVICE_COOKIE,
    value: secrets.join("."),
    path: "/api",
    maxAge: (KEPT_DAYS * DAY_MS) / 1000,
    httpOnly: true,
    sameSite: "strict",
    secure: request.protocol === "https",
  });
  reply.header("set-cookie", cookie);
}
