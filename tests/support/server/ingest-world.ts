import { createHash } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import { hashSecret, newSecret } from "../../../server/features/sessions/token.ts";
import type { TestApp } from "./test-app.ts";

/** A Sentinel with its key. */
export interface SpeakingDevice {
  readonly id: string;
  readonly ref: number;
  readonly key: string;
  /** Posts or gets below /api/ingest. */
  call(
    method: "GET" | "POST",
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** Posts these items, all of which must be accepted for judgement; returns their results. */
  send(...items: readonly object[]): Promise<IngestAnswer[]>;
  /** Puts bytes, or without them only the headers. */
  put(
    sourceId: string,
    bytes: Buffer | null,
    headers?: Record<string, string>,
    table?: string,
  ): Promise<LightMyRequestResponse>;
  /** The Sentinel's row. */
  row(): Promise<Record<string, unknown>>;
}

export interface IngestAnswer {
  readonly index: number;
  readonly source_id: string | null;
  readonly table: string | null;
  readonly insight_id: string | null;
  readonly result: string;
  readonly errors: Record<string, string> | null;
}

/** A Sentinel with a key of its own, assigned to these users. */
export async function speakingDevice(
  test: TestApp,
  id: string,
  owners: Parameters<TestApp["addDevice"]>[1] = [],
  columns: object = {},
): Promise<SpeakingDevice> {
  const ref = await test.addDevice(id, owners, columns);
  const key = newSecret();
  await test.db.write((transaction) =>
    transaction
      .insertInto("device_keys")
      .values({ device_ref: ref, key_hash: hashSecret(key), made_at: 0 })
      .execute(),
  );
  const call: SpeakingDevice["call"] = (method, path, body, headers = {}) =>
    test.call(method, `/api/ingest/${path}`, { as: key, body, headers });
  return {
    id,
    ref,
    key,
    call,
    async send(...insights) {
      const answer = await call("POST", "insights", { insights });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
      return answer.json().message;
    },
    put(sourceId, bytes, headers = {}, table) {
      const query = table === undefined ? "" : `?table=${encodeURIComponent(table)}`;
      const type = bytes === null ? {} : { "content-type": "image/jpeg" };
      return test.call("PUT", `/api/ingest/insights/${encodeURIComponent(sourceId)}/photo${query}`, {
        as: key,
        headers: { ...type, ...headers },
        ...(bytes === null ? {} : { body: bytes }),
      });
    },
    row: () =>
      test.db.reader
        .selectFrom("devices")
        .selectAll()
        .where("device_ref", "=", ref)
        .executeTakeFirstOrThrow() as Promise<Record<string, unknown>>,
  };
}

/** The header of a part of a photo. */
export function part(first: number, end: number, total: number): Record<string, string> {
  return { "content-range": `bytes ${first}-${end - 1}/${total}` };
}

export function digestOf(bytes: Buffer): Record<string, string> {
  return { "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:` };
}

/** A JPEG of some tens of kB that is another for each seed. */
export function fieldPhoto(seed: number, side = 200): Promise<Buffer> {
  const noise = Buffer.alloc(side * side * 3);
  let state = seed * 2_654_435_761 + 1;
  for (let at = 0; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    noise[at] = state >>> 24;
  }
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}
