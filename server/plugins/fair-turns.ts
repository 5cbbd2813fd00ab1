import type { FastifyInstance, FastifyRequest } from "fastify";
import { throttled } from "../http/api-error.ts";
import { type Turn, Turns } from "../limits/turns.ts";
import { bearerToken } from "./access.ts";

/** An answer that is made while it is sent holds two parts of a list (see http/send-parts.ts). */
const STREAM_BYTES = 16 * 1024 * 1024;
const RETRY_AFTER_S = 1;
/** A browser asks for six pictures at a time, and for a hundred through a proxy; those of a wall may wait. */
const CALLS_OF_USER = { atOnce: 8, waiting: 400 };
/** More than limits/device-pace.ts lets in, so that a Sentinel that floods the server is told so. */
const CALLS_OF_SENTINEL = { atOnce: 16, waiting: 400 };
/** Bodies that arrive at a time; each is in memory until its last byte has come, however slowly. */
const BODIES = { atOnce: 4, waiting: 100 };
const TOKENS_REMEMBERED = 10_000;

/**
 * Calls of one user or Sentinel wait for each other, so that one that makes many of them leaves room for the others:
 * reads of routes with `takesTurns`, and all writes but those of routes without it, are worked on one at a time each. A
 * call with a body takes its turn once the body has come (plugins/json-body.ts): the wait for a slow sender holds up
 * nobody. Registered behind `enforceAccess`.
 */
export function takeTurns(app: FastifyInstance): void {
  const [reads, writes] = [new Turns(), new Turns()];
  const begun = new WeakMap<FastifyRequest, Turn>();

  app.decorateRequest("takeTurn", async function takeTurn(this: FastifyRequest) {
    const turns = isRead(this) ? reads : writes;
    const name = waits(this) ? nameOf(this) : null;
    if (name === null || begun.has(this)) return;
    const turn = await turns.begin(name);
    begun.set(this, turn);
    // The sender disconnected while the call waited: it is dropped, because nobody reads its answer. A call that has
    // begun keeps its turn until its handler ends, because its query goes on without the sender.
    if (this.raw.socket?.destroyed === true) {
      turn.answered(0);
      turn.sent();
      throw throttled(RETRY_AFTER_S);
    }
  });

  app.addHook("onRequest", async (request, reply) => {
    if (!waits(request)) return;
    const sent = () => begun.get(request)?.sent();
    reply.raw.once("finish", sent).once("close", sent);
    if (isRead(request)) await request.takeTurn();
  });

  // Calls without a body, which no parser has seen.
  app.addHook("preValidation", async (request) => request.takeTurn());

  app.addHook("onSend", async (request, _reply, payload) => {
    begun.get(request)?.answered(sizeOf(payload));
  });
}

/**
 * Of the calls with one token some are worked on at a time, whatever they ask for, from before the token is looked up:
 * reads until they are answered, writes until their body comes, of which fewer are taken at a time. Registered before
 * `enforceAccess`.
 */
export function limitCalls(app: FastifyInstance): void {
  const [ofUser, ofSentinel] = [new Turns(CALLS_OF_USER), new Turns(CALLS_OF_SENTINEL)];
  const bodies = new Turns(BODIES);
  const begun = new WeakMap<FastifyRequest, Turn>();
  /** Whose token it is, so that the tokens of one user count together once they are known. */
  const names = new Map<string, string>();
  const end = (request: FastifyRequest) => {
    const turn = begun.get(request);
    turn?.answered(0);
    turn?.sent();
  };

  app.addHook("onRequest", async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    if (token === null) return;
    const calls = request.routeOptions.config.access === "D" ? ofSentinel : ofUser;
    begun.set(request, await calls.begin(names.get(token) ?? token));
    reply.raw.once("close", () => end(request));
  });

  app.addHook("preParsing", async (request) => {
    const token = bearerToken(request.headers.authorization);
    const name = nameOf(request);
    if (token !== null && name !== null && !names.has(token)) {
      if (names.size >= TOKENS_REMEMBERED) names.clear();
      names.set(token, name);
    }
    if (isRead(request)) return;
    end(request);
    if (name === null || !waits(request)) return;
    begun.set(request, await bodies.begin(name));
    if (request.raw.socket?.destroyed === true) end(request);
  });

  app.addHook("preValidation", async (request) => {
    if (!isRead(request)) end(request);
  });
  app.addHook("onSend", async (request) => end(request));
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function waits(request: FastifyRequest): boolean {
  const { takesTurns } = request.routeOptions.config;
  return isRead(request) ? takesTurns === true : takesTurns !== false;
}

function nameOf({ caller, callingDevice }: FastifyRequest): string | null {
  if (caller !== null) return `user ${caller.userId}`;
  return callingDevice === null ? null : `Sentinel ${callingDevice.deviceRef}`;
}

function sizeOf(payload: unknown): number {
  if (payload === null || payload === undefined) return 0;
  return typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : STREAM_BYTES;
}
