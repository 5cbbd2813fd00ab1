import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { describe, expect, it } from "vitest";
import type { JsonText } from "../../../server/db/json-text.ts";
import { sendParts } from "../../../server/http/send-parts.ts";

const LARGE = `["${"é".repeat(300_000)}"]`;

/** Parts that count how many of them were read. */
class CountedParts {
  read = 0;
  readonly #parts: readonly JsonText[];

  constructor(parts: readonly JsonText[]) {
    this.#parts = parts;
  }

  async *all(): AsyncGenerator<JsonText, void> {
    for (const part of this.#parts) {
      this.read += 1;
      yield part;
    }
  }
}

async function sent(parts: CountedParts): Promise<unknown> {
  let body: unknown;
  const reply = {
    type: () => reply,
    send: (payload: unknown) => {
      body = payload;
      return reply;
    },
  };
  await sendParts(reply as unknown as FastifyReply, parts.all());
  return body;
}

async function sentRows(parts: readonly JsonText[]): Promise<unknown> {
  const body = await sent(new CountedParts(parts));
  return JSON.parse(body instanceof Readable ? await text(body) : String(body)).message;
}

describe("a list that is sent in parts", () => {
  it("has the rows of all parts, be they text or bytes, large or small, and of none", async () => {
    expect(await sentRows([])).toEqual([]);
    expect(await sentRows(["[]"])).toEqual([]);
    expect(await sentRows(["[1,2]"])).toEqual([1, 2]);
    expect(await sentRows(["[1]", Buffer.from("[2]")])).toEqual([1, 2]);
    expect(await sentRows([LARGE, Buffer.from(LARGE), "[3]"])).toEqual([
      ...JSON.parse(LARGE),
      ...JSON.parse(LARGE),
      3,
    ]);
  });

  it.each([
    ["first", ["[]", "[1]", "[2]"]],
    ["middle", ["[1]", "[]", "[2]"]],
    ["last", ["[1]", "[2]", "[]"]],
    ["only large", [LARGE, "[]"]],
    ["all", ["[]", "[]", "[]"]],
  ])("stays JSON where the rows of a part were deleted before it was read: the %s", async (_, parts) => {
    expect(await sentRows(parts)).toEqual(parts.flatMap((part) => JSON.parse(part)));
  });

  it("holds two parts in memory while its receiver takes nothing (neighbour 2)", async () => {
    const parts = new CountedParts(new Array(10).fill(LARGE));
    const body = (await sent(parts)) as Readable;
    let goOn: () => void = () => undefined;
    const receiver = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => {
        goOn = done;
      },
    });
    body.pipe(receiver);
    let taken = 0;
    const settle = async () => {
      for (let round = 0; round < 20; round += 1) await setImmediate();
    };
    // The opening bracket, then parts and the commas between them.
    for (; taken < 6; taken += 1) {
      await settle();
      const partsTaken = Math.ceil(taken / 2);
      expect(parts.read - partsTaken).toBeLessThanOrEqual(2);
      goOn();
    }
    expect(parts.read).toBeLessThan(10);
    body.destroy();
  });
});
