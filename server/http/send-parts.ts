import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { bufferOf, type JsonText } from "../db/json-text.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const BEGIN = Buffer.from('{"message":[');
const COMMA = Buffer.from(",");
const END = Buffer.from("]}");
const EMPTY_BYTES = "[]".length;

/** Pages of rows as the texts of JSON arrays; empty pages are left out. */
export async function* jsonParts(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void> {
  for await (const rows of pages) if (rows.length > 0) yield JSON.stringify(rows);
}

/** A shorter first part is not sent before it is known whether another follows. */
const STREAM_FROM_BYTES = 256 * 1024;

/**
 * Sends a list as `{"message":[…]}`, made of JSON arrays. A part is read while the one before is compressed and sent;
 * no third is read before one of both is taken, so that memory holds two parts at most, however slow the receiver is.
 * A short list of one part is sent as a whole, because a stream costs more than it.
 */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncGenerator<JsonText, void>,
): Promise<FastifyReply> {
  reply.type(JSON_TYPE);
  const first = await parts.next();
  if (first.done === true) return reply.send(Buffer.concat([BEGIN, END]));
  if (first.value.length >= STREAM_FROM_BYTES) return reply.send(streamOf([first.value], parts));
  const second = await parts.next();
  if (second.done === true) return reply.send(Buffer.concat([BEGIN, rowsOf(first.value), END]));
  return reply.send(streamOf([first.value, second.value], parts));
}

function streamOf(read: readonly JsonText[], rest: AsyncGenerator<JsonText, void>): Readable {
  return Readable.from(joined(concatenated(read, rest)), { objectMode: false });
}

async function* joined(parts: AsyncGenerator<JsonText>): AsyncGenerator<Buffer> {
  yield BEGIN;
  let isFirst = true;
  for await (const part of parts) {
    // The rows of a part may be deleted between the reads of places and rows.
    if (part.length <= EMPTY_BYTES) continue;
    if (!isFirst) yield COMMA;
    isFirst = false;
    yield rowsOf(part);
  }
  yield END;
}

async function* concatenated(
  read: readonly JsonText[],
  rest: AsyncGenerator<JsonText, void>,
): AsyncGenerator<JsonText> {
  yield* read;
  yield* rest;
}

/** An array without its brackets. */
function rowsOf(array: JsonText): Buffer {
  return bufferOf(array).subarray(1, -1);
}
