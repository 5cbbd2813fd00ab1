import type { FastifyInstance, RouteOptions } from "fastify";
import type { Role } from "../../src/domain/account/role.ts";
import { ACCOUNT_SENTENCES } from "../../src/messages/server/account.ts";
import { INGEST_SENTENCES } from "../../src/messages/server/ingest.ts";
import { DELETED_ACCOUNT } from "../../src/protocol/deleted-account.ts";
import type { DeviceCaller } from "../features/devices/device-key.ts";
import { ApiError } from "../http/api-error.ts";

/**
 * Access to a route: P anyone; U anyone signed in, the restricted user too; M members and staff; S staff; D a
 * Sentinel with its key. The restricted user reads the routes marked U and no others. A user's token is unknown on
 * routes of access D, and a Sentinel's key on all others.
 */
export type Access = "P" | "U" | "M" | "S" | "D";

/** The caller, by the token. */
export interface Caller {
  readonly userId: number;
  readonly role: Role;
  readonly sessionId: number;
}

export interface RouteAccess {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
}

const ALLOWED: Readonly<Record<Exclude<Access, "P" | "D">, readonly Role[]>> = {
  U: ["staff", "member", "restricted"],
  M: ["staff", "member"],
  S: ["staff"],
};

export interface KnownCallers {
  /** The caller of a bare token, or null where it is unknown, ended or expired. */
  authenticate(token: string): Promise<Caller | null>;
  /** The Sentinel with a bare key, or null where none has it. */
  authenticateDevice(key: string): Promise<DeviceCaller | null>;
  /** Whether a bare token ended because its account was deleted. */
  isDeletedAccount(token: string): Promise<boolean>;
}

/**
 * Enforces the access that each route declares in its `config`, before the body is read. A route without one stops
 * the start.
 */
export function enforceAccess(
  app: FastifyInstance,
  { authenticate, authenticateDevice, isDeletedAccount }: KnownCallers,
): void {
  const routes: RouteOptions[] = [];
  const routeAccess: RouteAccess[] = [];
  app.decorate("routeAccess", routeAccess);
  app.decorateRequest("caller", null);
  app.decorateRequest("user", {
    getter() {
      if (this.caller === null) throw new Error("This route is open to anyone and knows no user.");
      return this.caller;
    },
  });

  app.decorateRequest("callingDevice", null);
  app.decorateRequest("device", {
    getter() {
      if (this.callingDevice === null) throw new Error("This route knows no Sentinel.");
      return this.callingDevice;
    },
  });

  app.addHook("onRoute", (route) => {
    routes.push(route);
  });
  app.addHook("onReady", async () => {
    for (const { method, url, config } of routes) {
      if (config?.access === undefined) {
        throw new Error(`The route ${String(method)} ${url} does not say who may call it (config.access).`);
      }
      for (const one of [method].flat()) routeAccess.push({ method: one, url, access: config.access });
    }
  });

  app.addHook("onRequest", async (request) => {
    const { access, knowsCaller = false } = request.routeOptions.config;
    if (request.is404 || (access === "P" && !knowsCaller)) return;
    const token = bearerToken(request.headers.authorization);
    if (access === "P") {
      request.caller = token === null ? null : await authenticate(token);
      return;
    }
    if (access === "D") {
      request.callingDevice = token === null ? null : await authenticateDevice(token);
      if (request.callingDevice === null) throw new ApiError(401, "signed_out", DEVICE_UNKNOWN);
      return;
    }
    const caller = token === null ? null : await authenticate(token);
    if (caller === null) throw await signedOut(token, isDeletedAccount);
    if (access === undefined || !ALLOWED[access].includes(caller.role)) throw new ApiError(403, "forbidden");
    request.caller = caller;
  });
}

/** The code is the same for every ended token, because earlier versions of the app know no other one. */
async function signedOut(
  token: string | null,
  isDeletedAccount: KnownCallers["isDeletedAccount"],
): Promise<ApiError> {
  if (token === null || !(await isDeletedAccount(token))) return new ApiError(401, "signed_out");
  return new ApiError(
    401,
    "signed_out",
    { general: ACCOUNT_SENTENCES.accountDeleted },
    { message: DELETED_ACCOUNT },
  );
}

const DEVICE_UNKNOWN = { general: INGEST_SENTENCES.unknownKey };

/** The token of `Authorization: Bearer …`; the scheme's letter case does not matter. Null for anything else. */
export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer +([\w~+/.=-]{1,200})$/i.exec(header ?? "");
  return match?.[1] ?? null;
}
