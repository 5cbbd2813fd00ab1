import type { Ids } from "../domain/clock.ts";
import {
  daysBackTo,
  type OfflineSet,
  type OfflineSetChoice,
  type OfflineSetPictures,
} from "../domain/offline/offline-set.ts";
import { RETAIN_EVERYTHING, type RetentionChoice, sinceOf } from "../domain/offline/retention.ts";
import type { InsightFilter } from "../query/insight-engine.ts";
import type { StoredOfflineSet } from "../storage/mirror/mirror-database.ts";
import type { OfflineSetPictureCache } from "../storage/offline-sets/offline-set-pictures.ts";
import type { OfflineSetStorage } from "../storage/offline-sets/offline-set-storage.ts";
import {
  type EstimateParts,
  estimateOfflineSet,
  type OfflineSetEstimateAnswer,
  type OfflineSetSelection,
} from "./offline-set-estimate.ts";
import { readInsights } from "./offline-set-gather.ts";

export interface NewOfflineSet {
  readonly name: string;
  readonly selection: OfflineSetSelection;
  readonly pictures: OfflineSetPictures;
  readonly budget: number | null;
  readonly anyLink: boolean;
}

/** A person's operations on offline sets. Any tab may change them; the leading tab fetches. */
export interface OfflineSetControl {
  /** `unknown` where the server cannot be reached. */
  estimate(selection: OfflineSetSelection, signal: AbortSignal): Promise<OfflineSetEstimateAnswer>;
  /** @returns its packId @throws where it cannot be stored */
  add(set: NewOfflineSet): Promise<string>;
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

interface OfflineSetControlParts extends EstimateParts {
  storage: OfflineSetStorage;
  pictures: OfflineSetPictureCache;
  ids: Ids;
  pullNow(): Promise<void>;
}

export function createOfflineSetControl(parts: OfflineSetControlParts): OfflineSetControl {
  const { storage, pictures, mirror, clock } = parts;

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

  const change = (packId: string, changed: Partial<OfflineSet>) => storage.change(packId, () => changed);

  return {
    estimate: (selection, signal) => estimateOfflineSet(parts, selection, signal),

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
      return set.packId;
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

/** The server's window, by the time received. */
function filterOf({ days, groups, area }: OfflineSetChoice, nowMs: number): InsightFilter {
  return {
    showArchived: true,
    ...(groups === null ? {} : { groupIds: groups }),
    ...(days === null ? {} : { receivedFromMs: sinceOf(days, nowMs) }),
    ...(area === null ? {} : { area }),
  };
}
