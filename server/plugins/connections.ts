import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { addressKey } from "../limits/address-key.ts";

/** More than any browser or proxy sends on a connection before it has the answers: none of them sends two. */
const MOST_UNANSWERED = 16;
const MOST_LISTENERS = 20;
/** More than the browsers and Sentinels behind one address, as that of a mobile network, have open at a time. */
const MOST_OF_ADDRESS = 2_000;

/**
 * Ends connections on which requests come faster than they are answered. All requests of a connection are parsed and
 * begun as they come, so that a few megabytes of small ones would fill the memory.
 */
export function limitUnanswered(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook("onRequest", async ({ raw: { socket } }, reply) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    // Each of the plugins that count calls notes when one ends.
    reply.raw.setMaxListeners(MOST_LISTENERS);
    reply.raw.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count <= MOST_UNANSWERED && !socket.destroyed) return;
    reply.hijack();
    socket.destroy();
    return reply;
  });
}

/** Refuses connections of an address that has so many open. Behind a proxy all of them have its address. */
export function limitConnections(server: Server, most = MOST_OF_ADDRESS): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? "");
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
    if (count > most) socket.destroy();
  });
}
