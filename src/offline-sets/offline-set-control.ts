import type { Clock, Ids } from "../domain/clock.ts";
import {
  daysBackTo,
  type OfflineSet,
  type OfflineSetChoice,
  type OfflineSetPictures,
} from "../domain/offline/offline-set.ts";
import { isWider, RETAIN_EVERYTHING, type RetentionChoice, sinceOf } from "../domain/offline/retention.ts";
import { retentionWithOfflineSets } from "../domain/offline/retention-with-offline-sets.ts";
import { areaText } from "../protocol/area-text.ts";
import { daysText, groupsText } from "../protocol/sync-choice.ts";
import type { SyncEstimate } from "../protocol/sync-estimate.ts";
import type { InsightEngine, InsightFilter } from "../query/insight-engine.ts";
import type { StoredOfflineSet } from "../storage/mirror/mirror-database.ts";
import type { MirrorStorage } from "../storage/mirror/mirror-storage.ts";
import type { OfflineSetPictureCache } from "../storage/offline-sets/offline-set-pictures.ts";
import type { OfflineSetStorage } from "../storage/offline-sets/offline-set-storage.ts";
import type { ServerCalls } from "../sync/connection/server-calls.ts";
import { readInsights } from "./offline-set-gather.ts";

/** The insights of a set: chosen by groups, days and area, or by a filter of the insights table. */
export type OfflineSetSelection =
  | { readonly by: "choice"; readonly choice: OfflineSetChoice }
  | { readonly by: "filter"; readonly filter: InsightFilter };

export interface NewOfflineSet {
  readonly name: string;
  readonly selection: OfflineSetSelection;
  readonly pictures: OfflineSetPictures;
  readonly budget: number | null;
  readonly anyLink: boolean;
}

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

/** A person's operations on offline sets. Any tab may change them; the leading tab fetches. */
export interface OfflineSetControl {
  /** `unknown` where the server cannot be reached. */
  estimate(selection: OfflineSetSelection, signal: AbortSignal): Promise<OfflineSetEstimateAnswer>;
  /** @throws where it cannot be stored */
  add(set: NewOfflineSet): Promise<void>;
  pause(packId: string): Promise<void>;
  resume(packId: string): Promise<void>;
  /** Lets it come over a link that is slow or paid by volume too. */
  allowAnyLink(packId: string): Promise<void>;
  /** @param budget in all, null for no bound */
  allow(packId: string, budget: number | null): Promise<void>;
  retry(packId: string): Promise<void>;
  /** Frees its pictures; its insights stay as far as the retention covers them. */
  remove(packId: string): Promise<void>;
}

interface OfflineSetControlParts {
  storage: OfflineSetStorage;
  pictures: OfflineSetPictureCache;
  mirror: MirrorStorage;
  insights: Pick<InsightEngine, "snapshot">;
  calls: Pick<ServerCalls, "offlineSetEstimate" | "syncEstimate">;
  clock: Clock;
  ids: Ids;
  pullNow(): Promise<void>;
}

export function createOfflineSetControl(parts: OfflineSetControlParts): OfflineSetControl {
  const { storage, pictures, mirror, calls, clock } = parts;

  const needsOf = async (
    selection: OfflineSetSelection,
    signal: AbortSignal,
  ): Promise<RetentionChoice | "tooMany"> => {
    if (selection.by === "choice") return { days: selection.choice.days, groups: selection.choice.groups };
    const { covers } = await mirror.tables.retention();
    let oldest = Number.POSITIVE_INFINITY;
    const found = await readInsights(selection.filter, parts.insights, signal, (rows) => {
      for (const { timeStampMs } of rows) oldest = Math.min(oldest, timeStampMs);
    });
    if (found === "tooMany") return found;
    if (!Number.isFinite(oldest)) return covers;
    const days = daysBackTo(oldest, clock.now());
    return {
      days: covers.days === null ? days : Math.min(covers.days, days),
      groups: selection.filter.groupIds?.length ? [...selection.filter.groupIds] : covers.groups,
    };
  };

  /** The growth of the mirror by a set's needs. */
  const growth = async (needs: RetentionChoice, signal: AbortSignal): Promise<OfflineSetEstimate["more"]> => {
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
  };

  const estimateChoice = async (
    choice: OfflineSetChoice,
    signal: AbortSignal,
  ): Promise<OfflineSetEstimateAnswer> => {
    const answer = await calls.offlineSetEstimate(queryOf(choice), signal);
    const total = answer.kind === "answer" ? answer.value.message[0]?.total : undefined;
    if (total === undefined) return { kind: "unknown" };
    return { kind: "estimated", estimate: { ...sizesOf(total), more: await growth(choice, signal) } };
  };

  /** The server's selection lacks parts of a table's filter, so it is counted here, by the average size of pictures. */
  const estimateFilter = async (
    filter: InsightFilter,
    signal: AbortSignal,
  ): Promise<OfflineSetEstimateAnswer> => {
    const found = await readInsights(filter, parts.insights, signal);
    if (found === "tooMany") return { kind: "tooMany" };
    const answer = await calls.offlineSetEstimate(queryOf({ days: null, groups: null, area: null }), signal);
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
  };

  const change = (packId: string, changed: Partial<OfflineSet>) => storage.change(packId, () => changed);

  return {
    estimate: (selection, signal) =>
      selection.by === "choice"
        ? estimateChoice(selection.choice, signal)
        : estimateFilter(selection.filter, signal),

    async add({ selection, ...given }) {
      const nowMs = clock.now();
      const needs = await needsOf(selection, new AbortController().signal);
      const set: StoredOfflineSet = {
        ...given,
        packId: parts.ids.uuid(),
        madeAtMs: nowMs,
        needs: needs === "tooMany" ? RETAIN_EVERYTHING : needs,
        filter: selection.by === "filter" ? selection.filter : filterOf(selection.choice, nowMs),
        insights: null,
        wanted: 0,
        fetched: 0,
        missing: 0,
        failed: 0,
        received: 0,
        stored: 0,
        hold: needs === "tooMany" ? "tooMany" : null,
      };
      await storage.add(set);
      await parts.pullNow();
    },
    pause: (packId) => change(packId, { hold: "person" }),
    resume: (packId) => change(packId, { hold: null }),
    allowAnyLink: (packId) => change(packId, { anyLink: true, hold: null }),
    allow: (packId, budget) => change(packId, { budget, hold: null }),
    retry: (packId) => storage.askAgain(packId),
    async remove(packId) {
      await storage.remove(packId);
      await pictures.remove(packId);
      // Rows that only this set needed are dropped with the next page of the feed.
      await parts.pullNow();
    },
  };
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

/** The server's window, by the time received. */
function filterOf({ days, groups, area }: OfflineSetChoice, nowMs: number): InsightFilter {
  return {
    showArchived: true,
    ...(groups === null ? {} : { groupIds: groups }),
    ...(days === null ? {} : { receivedFromMs: sinceOf(days, nowMs) }),
    ...(area === null ? {} : { area }),
  };
}
