import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

const JSON_TYPE = "application/json; charset=utf-8";

/** Pages of rows as the texts of JSON arrays; empty pages are left out. */
export async function* jsonParts(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void> {
  for await (const rows of pages) if (rows.length > 0) yield JSON.stringify(rows);
}

/**
 * Sends a list as `{"message":[…]}`, made of the texts of JSON arrays. Each part is asked for when the one before was
 * taken, so that memory holds two parts at most, however slow the receiver is. A list of one part is sent as text: a
 * serialiser that walks ten thousand rows is several times slower.
 */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncGenerator<string, void>,
): Promise<FastifyReply> {
  const first = await parts.next();
  const second = first.done === true ? first : await parts.next();
  reply.type(JSON_TYPE);
  if (second.done === true) return reply.send(`{"message":${first.value ?? "[]"}}`);
  return reply.send(Readable.from(joined(first.value as string, second.value, parts), { objectMode: false }));
}

async function* joined(
  first: string,
  second: string,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string> {
  yield `{"message":[${rowsOf(first)}`;
  yield `,${rowsOf(second)}`;
  for await (const part of rest) yield `,${rowsOf(part)}`;
  yield "]}";
}

function rowsOf(array: string): string {
  return array.slice(1, -1);
}
