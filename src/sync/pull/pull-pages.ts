import { isFeatureOn } from "../../domain/feature.ts";
import type { HttpOutcome } from "../../platform/http.ts";
import { FETCH_PAGE_SIZE } from "../../protocol/protocol-version.ts";
import type { Feature } from "../../protocol/shapes.ts";
import {
  arraysOfInsights,
  CHUNK_ROWS,
  encodeChunk,
  type MirrorInsight,
} from "../../storage/mirror/insight-chunk.ts";
import { failed, type PullOutcome, type PullParts, type PullRound } from "./pull-feed.ts";
import { flattenPages, mergePhotos } from "./wire-insight.ts";

/** Pages requested at a time. */
const PAGES_IN_FLIGHT = 6;

/**
 * Fetches everything from a server that has no feed: the count, then all pages by their offset, and the photos;
 * then replaces the mirror in one piece. Collections are asked for where the user's feature is on.
 */
export async function pullPages(
  parts: PullParts,
  round: PullRound & { features: readonly Feature[]; onTotal: (total: number) => void },
): Promise<PullOutcome> {
  const { calls, mirror, connection, clock } = parts;
  const { epoch, signal } = round;
  const first = !(await mirror.pullState()).complete;
  const kind = isFeatureOn(round.features, "COLLECTIONS") ? "collections" : "insights";

  const [devices, groups, alerts, models, count] = await Promise.all([
    observed(calls.devices(signal)),
    observed(calls.groups(signal)),
    observed(calls.alerts(signal)),
    observed(calls.models(parts.userId, signal)),
    observed(calls.count(signal)),
  ]);
  for (const outcome of [devices, groups, alerts, models, count]) {
    if (outcome.kind !== "answer") return failed(outcome);
  }
  if (count.kind !== "answer") return failed(count);
  round.onTotal(count.value.message.count);

  // The count of insights is an upper bound for collections; a short or empty page is no error.
  const offsets = Array.from(
    { length: Math.ceil(count.value.message.count / FETCH_PAGE_SIZE) },
    (_, page) => page * FETCH_PAGE_SIZE,
  );
  const photosAsked = observed(calls.photos(signal));
  const pages = new Map<number, MirrorInsight[]>();
  const giveUp: HttpOutcome<unknown>[] = [];
  let rows = 0;
  const fetchNext = async (): Promise<void> => {
    const offset = offsets.shift();
    if (offset === undefined || giveUp.length > 0) return;
    const outcome = await observed(calls.insightPage(kind, offset, signal));
    if (outcome.kind !== "answer") {
      giveUp.push(outcome);
      return;
    }
    const insights = flattenPages(outcome.value.message);
    pages.set(offset, insights);
    rows += insights.length;
    if (first && insights.length > 0) {
      await mirror.addChunk(encodeChunk(arraysOfInsights(insights)), { epoch });
      round.onFirstRows(rows);
    }
    return fetchNext();
  };
  await Promise.all(Array.from({ length: PAGES_IN_FLIGHT }, fetchNext));
  const photos = await photosAsked;
  if (giveUp[0] !== undefined) return failed(giveUp[0]);
  if (photos.kind !== "answer") return failed(photos);

  // Newest first, page by page; an insight that moved to another page meanwhile is there twice, and kept once.
  const byId = new Map<string, MirrorInsight>();
  for (const [, insights] of [...pages].sort(([a], [b]) => a - b)) {
    for (const insight of insights) byId.set(insight.insightId, insight);
  }
  const insights = mergePhotos([...byId.values()], photos.value.message);
  await mirror.replaceAll(
    {
      chunks: inChunks(insights),
      tables: {
        devices: messageOf(devices),
        groups: messageOf(groups),
        alerts: messageOf(alerts),
        models: messageOf(models),
      },
    },
    { epoch, nowMs: clock.now() },
  );
  return { kind: "fresh" };

  async function observed<T>(asked: Promise<HttpOutcome<T>>): Promise<HttpOutcome<T>> {
    const outcome = await asked;
    connection.observe(outcome);
    return outcome;
  }
}

function messageOf<T>(outcome: HttpOutcome<{ message: T[] }>): T[] {
  return outcome.kind === "answer" ? outcome.value.message : [];
}

function inChunks(insights: readonly MirrorInsight[]) {
  const chunks = [];
  for (let start = 0; start < insights.length; start += CHUNK_ROWS) {
    chunks.push(encodeChunk(arraysOfInsights(insights.slice(start, start + CHUNK_ROWS))));
  }
  return chunks;
}
