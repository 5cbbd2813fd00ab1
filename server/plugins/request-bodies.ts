import type { IncomingMessage } from "node:http";
import { createGunzip, type Gunzip } from "node:zlib";
import type { FastifyInstance, RequestPayload } from "fastify";
import { MAX_PHOTO_BYTES } from "../files/photo-store.ts";
import { ApiError } from "../http/api-error.ts";

/**
 * Decompresses bodies that come as gzip, and lets go of what a route has not read.
 *
 * An answer may come before the body has: a refusal, a photograph that is not wanted. Bytes that nobody reads would
 * hold up the next request of the connection, so they are read and dropped. The package that compresses answers is not
 * used for requests, because it ends the connection where decompression stops early, often before the answer is out.
 */
export function readBodies(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ headers }, _reply, payload) => {
    const encoding = headers["content-encoding"]?.toLowerCase();
    if (encoding === undefined || encoding === "identity") return payload;
    if (encoding !== "gzip") throw new ApiError(415, "unsupported_type");
    return decompress(payload);
  });

  app.addHook("onSend", async ({ raw }, reply) => {
    if (!announcesBody(raw)) return;
    if (!raw.readableEnded && Number(raw.headers["content-length"] ?? 0) > MAX_PHOTO_BYTES) {
      reply.header("connection", "close");
      return;
    }
    // Set by the framework for a body that was refused.
    reply.removeHeader("connection");
    if (!raw.readableEnded) dropRest(raw);
  });
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Reads and drops what is left, up to the size of a photograph; a body without a stated end could go on for ever. */
function dropRest(raw: IncomingMessage): void {
  let dropped = 0;
  raw.on("data", (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MAX_PHOTO_BYTES) raw.destroy();
  });
  raw.unpipe();
  raw.resume();
}

/** The length as sent is what the framework compares with the header. */
function decompress(raw: RequestPayload): RequestPayload {
  const gunzip: Gunzip & { receivedEncodedLength?: number } = createGunzip();
  gunzip.receivedEncodedLength = 0;
  raw.on("data", (chunk: Buffer) => {
    gunzip.receivedEncodedLength = (gunzip.receivedEncodedLength ?? 0) + chunk.length;
  });
  raw.once("close", () => {
    if (!raw.readableEnded) gunzip.destroy(new Error("The connection ended within the body."));
  });
  // Reported to who reads; without a listener an error after the answer would end the process.
  gunzip.on("error", () => undefined);
  raw.pipe(gunzip);
  return gunzip;
}
