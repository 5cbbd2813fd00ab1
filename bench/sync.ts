import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { SYNC_COMPRESSION_QUALITY } from "../server/features/sync/routes.ts";
import { BULK_UPDATE_CAP } from "../src/domain/bulk-update.ts";
import type { Insight } from "../src/protocol/shapes.ts";
import type { SyncPage } from "../src/protocol/sync-page.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import type { Bench, Figure } from "./bench.ts";
import { besidesBytes, type Received, receive, receiveJson, tokenOf } from "./support/sync-answers.ts";

const INSIGHTS = 10_000;
const CHANGED = 20;
const COMPLETED_WITHIN_MS = 30_000;

/**
 * Bytes of sync from the running production server with 10,000 insights: an idle round, a round with 20 changed
 * insights, the whole first copy, and the upload of a full batch. Baseline: bytes of a client of the specification's
 * own calls for the same, compressed alike; it reads all pages again to find a change.
 */
export const bench: Bench = {
  name: "sync",
  async run(): Promise<Figure[]> {
    const server = await startServer({ demoInsights: INSIGHTS });
    try {
      const headers = { authorization: `Bearer ${await tokenOf(server.url, DEMO)}`, "accept-encoding": "br" };
      const get = (path: string) => receive(`${server.url}${path}`, headers);
      const paged = await get(`/api/insights/paginated?limit=${INSIGHTS}`);
      const insights = receiveJson<{ message: Insight[] }>(paged).message;
      if (insights.length !== INSIGHTS) throw new Error(`${insights.length} insights came`);

      const first = await firstCopy(get);
      const spec = [paged, ...(await Promise.all(SPEC_CALLS.map(get)))];
      const idle = await get(`/api/sync?cursor=${first.cursor}`);
      if (Object.keys(receiveJson<SyncPage>(idle).tables).length > 0) throw new Error("something changed");

      const push = await pushed(`${server.url}/api/updates/`, headers, insights.slice(0, BULK_UPDATE_CAP));
      await untilCompleted(get, push.bulkId);
      const settled = receiveJson<SyncPage>(await get(`/api/sync?cursor=${first.cursor}&limit=10000`));
      const few = await pushed(`${server.url}/api/updates/`, headers, insights.slice(-CHANGED));
      await untilCompleted(get, few.bulkId);
      const changed = await get(`/api/sync?cursor=${settled.cursor}&limit=10000`);
      const { rows } = receiveJson<SyncPage>(changed).tables.insights ?? { rows: 0 };
      if (rows !== CHANGED) throw new Error(`${rows} changed insights came instead of ${CHANGED}`);

      const page = brotliBytesOf(paged);
      const whole = spec.reduce((sum, answer) => sum + brotliBytesOf(answer), 0);
      return [
        besidesBytes("sync.idle.bytes", textBytes(idle), page, "B", 250),
        besidesBytes("sync.20changed.bytes", changed.bytes, page, "B", 1_800),
        besidesBytes("sync.10k.kb_br", first.insightBytes / 1000, page / 1000, "kB", 200),
        besidesBytes("sync.10k_whole.kb_br", first.bytes / 1000, whole / 1000, "kB", null),
        besidesBytes("push.1000.kb", push.compressed / 1000, push.plain / 1000, "kB", 30),
      ];
    } finally {
      await server.stop();
    }
  },
};

/** The other calls that a client of the specification makes for the contents of the first copy. */
const SPEC_CALLS = [
  "/api/insights/count",
  "/api/insights/photos",
  "/api/getDevicesForUser",
  "/api/v2/groups",
  "/api/alerts",
];

type Get = (path: string) => Promise<Received>;

/**
 * The first copy in pages of the greatest size; and the share of the insights, with the rows that they need to be
 * shown.
 */
async function firstCopy(get: Get): Promise<{ cursor: string; bytes: number; insightBytes: number }> {
  let [cursor, bytes, insightBytes, rows] = ["", 0, 0, 0];
  for (let more = true; more; ) {
    const answer = await get(`/api/sync?limit=${INSIGHTS}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    const page = receiveJson<SyncPage>(answer);
    bytes += answer.bytes;
    // A page may hold photographs behind the last insights.
    if (page.tables.insights !== undefined) {
      insightBytes += page.tables.photos === undefined ? answer.bytes : brotliBytes(page.tables.insights);
    }
    rows += page.tables.insights?.rows ?? 0;
    ({ cursor, more } = page);
  }
  if (rows !== INSIGHTS) throw new Error(`${rows} insights came instead of ${INSIGHTS}`);
  return { cursor, bytes, insightBytes };
}

/** Sends one bulk update compressed as the app does; returns its bytes, and those of the same uncompressed. */
async function pushed(url: string, headers: Readonly<Record<string, string>>, insights: readonly Insight[]) {
  const body = JSON.stringify({
    insights: insights.map(({ insight_id, device_id, insight_status }) => ({
      insightId: insight_id,
      deviceId: device_id,
      insightStatus: insight_status === "favorite" ? "archive" : "favorite",
      base: insight_status,
    })),
  });
  const compressed = gzipSync(body);
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-encoding": "gzip",
      "idempotency-key": crypto.randomUUID(),
    },
    body: compressed,
  });
  if (!answer.ok) throw new Error(`a bulk update was answered with ${answer.status}: ${await answer.text()}`);
  const { message } = (await answer.json()) as { message: { bulkId: string } };
  return { bulkId: message.bulkId, compressed: compressed.length, plain: body.length };
}

async function untilCompleted(get: Get, bulkId: string): Promise<void> {
  const deadline = performance.now() + COMPLETED_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = await get(`/api/updates?bulk_id=${bulkId}`);
    if (receiveJson<{ message: { status: number } }>(answer).message.status === 2) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`bulk update ${bulkId} did not end`);
}

/** Bytes of an answer, decompressed. */
function textBytes(answer: Received): number {
  return Buffer.byteLength(JSON.stringify(receiveJson(answer)));
}

/** Its bytes at the feed's quality of compression. */
function brotliBytesOf(answer: Received): number {
  return brotliBytes(receiveJson(answer));
}

function brotliBytes(value: unknown): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: SYNC_COMPRESSION_QUALITY };
  return brotliCompressSync(JSON.stringify(value), { params }).length;
}
