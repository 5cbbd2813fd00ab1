import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { SERVER_MESSAGES } from "../../src/messages/server/common-answers.ts";
import { ApiError } from "./api-error.ts";
import { type ByteRange, namesTag, parseByteRange } from "./byte-range.ts";

/** A stored file as an answer. */
export interface SentFile {
  /** The entity tag, in quotes: equal content, equal tag. */
  readonly tag: string;
  readonly mediaType: string;
  readonly bytes: number;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Marks an answer as private to one person: a cache must revalidate it, because the next person on a shared device
 * may not have access.
 */
export function setPrivateTag(reply: FastifyReply, tag: string): void {
  // Vary may hold "Origin" already, where pages of other origins may call.
  const vary = [reply.getHeader("vary"), "authorization"].filter((name) => name !== undefined).join(", ");
  reply.header("cache-control", "private").header("vary", vary).header("etag", tag);
}

/** Sends a file, the part that the request asks for, or 304 where the client has it. */
export async function sendFile(
  reply: FastifyReply,
  headers: IncomingHttpHeaders,
  file: SentFile,
): Promise<FastifyReply> {
  setPrivateTag(reply, file.tag);
  if (namesTag(headers["if-none-match"], file.tag)) return reply.code(304).send(undefined);
  const isCurrent = headers["if-range"] === undefined || headers["if-range"] === file.tag;
  const range = parseByteRange(isCurrent ? headers.range : undefined, file.bytes);
  reply.header("accept-ranges", "bytes");
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${file.bytes}`);
    throw new ApiError(416, "invalid", { general: SERVER_MESSAGES.rangeNotSatisfiable });
  }
  if (range === "whole") {
    const content = await file.open();
    return reply.type(file.mediaType).header("content-length", file.bytes).send(content);
  }
  const content = await file.open(range);
  return reply
    .code(206)
    .type(file.mediaType)
    .header("content-range", `bytes ${range.start}-${range.end}/${file.bytes}`)
    .header("content-length", range.end - range.start + 1)
    .send(content);
}
