import type { Clock } from "../domain/clock.ts";
import type { OfflineSetChoice } from "../domain/offline/offline-set.ts";
import { isWider, type RetentionChoice } from "../domain/offline/retention.ts";
import { retentionWithOfflineSets } from "../domain/offline/retention-with-offline-sets.ts";
import { areaText } from "../protocol/area-text.ts";
import { daysText, groupsText } from "../protocol/sync-choice.ts";
import type { SyncEstimate } from "../protocol/sync-estimate.ts";
import type { InsightEngine, InsightFilter } from "../query/insight-engine.ts";
import type { MirrorStorage } from "../storage/mirror/mirror-storage.ts";
import type { ServerCalls } from "../sync/connection/server-calls.ts";
import { readInsights } from "./offline-set-gather.ts";

/** The insights of a set: chosen by groups, days and area, or by a filter of the insights table. */
export type OfflineSetSelection =
  | { readonly by: "choice"; readonly choice: OfflineSetChoice }
  | { readonly by: "filter"; readonly filter: InsightFilter };

/** The estimated size of a set, shown before a person agrees to it, in bytes. */
export interface OfflineSetEstimate {
  readonly insights: number;
  readonly photos: number;
  readonly thumbnailBytes: number;
  readonly photographBytes: number;
  /** Insights that come to this device with it, those beyond the set included, and their bytes. */
  readonly more: { readonly insights: number; readonly bytes: number } | null;
}

export type OfflineSetEstimateAnswer =
  | { readonly kind: "estimated"; readonly estimate: OfflineSetEstimate }
  | { readonly kind: "tooMany" }
  | { readonly kind: "unknown" };

export interface EstimateParts {
  mirror: MirrorStorage;
  insights: Pick<InsightEngine, "snapshot">;
  calls: Pick<ServerCalls, "offlineSetEstimate" | "syncEstimate">;
  clock: Clock;
}

/** `unknown` where the server cannot be reached. */
export function estimateOfflineSet(
  parts: EstimateParts,
  selection: OfflineSetSelection,
  signal: AbortSignal,
): Promise<OfflineSetEstimateAnswer> {
  return selection.by === "choice"
    ? estimateChoice(parts, selection.choice, signal)
    : estimateFilter(parts, selection.filter, signal);
}

/** The growth of the mirror by a set's needs. */
async function growth(
  parts: EstimateParts,
  needs: RetentionChoice,
  signal: AbortSignal,
): Promise<OfflineSetEstimate["more"]> {
  const { calls, clock, mirror } = parts;
  const nowMs = clock.now();
  const now = await mirror.requestedRetention(nowMs);
  const then = retentionWithOfflineSets(now, [{ needs, madeAtMs: nowMs }], nowMs);
  if (now === null || then === null || !isWider(then, now)) return { insights: 0, bytes: 0 };
  const [before, after] = await Promise.all([
    calls.syncEstimate(now, signal),
    calls.syncEstimate(then, signal),
  ]);
  if (before.kind !== "answer" || after.kind !== "answer") return null;
  const [had, has] = [before.value.message, after.value.message];
  return { insights: Math.max(0, has.rows - had.rows), bytes: Math.max(0, has.bytes - had.bytes) };
}

async function estimateChoice(
  parts: EstimateParts,
  choice: OfflineSetChoice,
  signal: AbortSignal,
): Promise<OfflineSetEstimateAnswer> {
  const answer = await parts.calls.offlineSetEstimate(queryOf(choice), signal);
  const total = answer.kind === "answer" ? answer.value.message[0]?.total : undefined;
  if (total === undefined) return { kind: "unknown" };
  return { kind: "estimated", estimate: { ...sizesOf(total), more: await growth(parts, choice, signal) } };
}

/** The server's selection lacks parts of a table's filter, so it is counted here, by the average size of pictures. */
async function estimateFilter(
  parts: EstimateParts,
  filter: InsightFilter,
  signal: AbortSignal,
): Promise<OfflineSetEstimateAnswer> {
  const found = await readInsights(filter, parts.insights, signal);
  if (found === "tooMany") return { kind: "tooMany" };
  const answer = await parts.calls.offlineSetEstimate(
    queryOf({ days: null, groups: null, area: null }),
    signal,
  );
  const total = answer.kind === "answer" ? answer.value.message[0]?.total : undefined;
  if (total === undefined) return { kind: "unknown" };
  const photos = found.photos.length;
  const mean = (bytes: number) => Math.round((bytes / Math.max(total.photos.count, 1)) * photos);
  const estimate = {
    insights: found.insightIds.length,
    photos,
    thumbnailBytes: mean(total.photos.thumbnailBytes),
    photographBytes: mean(total.photos.bytes),
    more: { insights: 0, bytes: 0 },
  };
  return { kind: "estimated", estimate };
}

function queryOf({ days, groups, area }: OfflineSetChoice): Record<string, string> {
  return {
    days: daysText(days),
    groups: groupsText(groups),
    ...(area === null ? {} : { box: areaText(area) }),
  };
}

function sizesOf({ rows, photos }: SyncEstimate) {
  return {
    insights: rows,
    photos: photos.count,
    thumbnailBytes: photos.thumbnailBytes,
    photographBytes: photos.bytes,
  };
}
