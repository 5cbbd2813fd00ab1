import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { DeviceCaller } from "../features/devices/device-key.ts";
import type { Access, Caller, RouteAccess } from "../plugins/access.ts";

/** Properties that plugins/access.ts adds to every request, route and application. */
declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Open to anyone, and more is said to who is signed in: `request.caller`, null for anyone else. */
    knowsCaller?: boolean;
    /**
     * Calls of one user or Sentinel are worked on one at a time (plugins/fair-turns.ts). Reads say so; writes do it but
     * where this is false, because they wait for something outside of the server.
     */
    takesTurns?: boolean;
  }
  interface FastifyRequest {
    /** The caller; only on routes that need a signed-in user (reading it on others throws). */
    readonly user: Caller;
    caller: Caller | null;
    /** The Sentinel that calls; only on routes of access D (reading it on others throws). */
    readonly device: DeviceCaller;
    callingDevice: DeviceCaller | null;
    /** Waits for the call's turn, once; without effect on calls that take none. @throws ApiError throttled */
    takeTurn(): Promise<void>;
  }
  interface FastifyInstance {
    /** Every route with who may call it, in the order of registration. */
    readonly routeAccess: ReadonlyArray<RouteAccess>;
  }
}

/** The application as the features see it: requests and answers are typed by the schemas of src/protocol. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
