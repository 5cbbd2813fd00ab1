import type { Clock, Ids } from "../domain/clock.ts";
import { isWider, KEEP_EVERYTHING, type KeepChoice } from "../domain/kept-on-device.ts";
import { keptWithPacks } from "../domain/kept-with-packs.ts";
import { daysBackTo, type Pack, type PackChoice, type PackPictures } from "../domain/pack.ts";
import { areaText } from "../protocol/area-text.ts";
import { daysText, groupsText } from "../protocol/sync-choice.ts";
import type { SyncEstimate } from "../protocol/sync-estimate.ts";
import type { InsightFilter, InsightView } from "../query/insight-view.ts";
import type { StoredPack } from "../storage/mirror-database.ts";
import type { MirrorStorage } from "../storage/mirror-storage.ts";
import type { PackStorage } from "../storage/pack-storage.ts";
import type { PackedPictures } from "../storage/packed-pictures.ts";
import { readInsights } from "./pack-gather.ts";
import type { ServerCalls } from "./server-calls.ts";

/** What to take along: chosen by groups, days and area, or what a filter of the insights table lets through. */
export type PackSelection =
  | { readonly by: "choice"; readonly choice: PackChoice }
  | { readonly by: "filter"; readonly filter: InsightFilter };

export interface PackWish {
  readonly name: string;
  readonly selection: PackSelection;
  readonly pictures: PackPictures;
  readonly budget: number | null;
  readonly anyLink: boolean;
}

/** What packing brings, told before anybody agrees to it. Sizes are bytes, about. */
export interface PackEstimate {
  readonly insights: number;
  readonly photos: number;
  readonly thumbnailBytes: number;
  readonly photographBytes: number;
  /** Insights that come to this device with it, those beyond the set included, and their bytes. */
  readonly more: { readonly insights: number; readonly bytes: number } | null;
}

export type PackEstimateAnswer =
  | { readonly kind: "told"; readonly estimate: PackEstimate }
  | { readonly kind: "tooMany" }
  | { readonly kind: "unknown" };

/** What a person does with packed sets; any tab may, the leading one fetches. */
export interface PackControl {
  /** `unknown` where the server cannot tell now. */
  estimate(selection: PackSelection, signal: AbortSignal): Promise<PackEstimateAnswer>;
  /** @throws where it cannot be stored */
  pack(wish: PackWish): Promise<void>;
  pause(packId: string): Promise<void>;
  resume(packId: string): Promise<void>;
  /** Lets it come over a link that is slow or paid by volume too. */
  allowAnyLink(packId: string): Promise<void>;
  /** @param budget in all, null for no bound */
  allow(packId: string, budget: number | null): Promise<void>;
  retry(packId: string): Promise<void>;
  /** Frees its pictures; its insights stay as far as the choice of what is kept has them. */
  unpack(packId: string): Promise<void>;
  /** Drops all pictures of all sets, which stay packed: the last that is given up for unsent work. */
  giveRoom(): Promise<void>;
}

interface PackControlParts {
  storage: PackStorage;
  pictures: PackedPictures;
  mirror: MirrorStorage;
  insights: Pick<InsightView, "snapshot">;
  calls: Pick<ServerCalls, "packEstimate" | "syncEstimate">;
  clock: Clock;
  ids: Ids;
  pullNow(): Promise<void>;
}

const DAY_MS = 86_400_000;

export function createPackControl(parts: PackControlParts): PackControl {
  const { storage, pictures, mirror, calls, clock } = parts;

  const needsOf = async (selection: PackSelection, signal: AbortSignal): Promise<KeepChoice | "tooMany"> => {
    if (selection.by === "choice") return { days: selection.choice.days, groups: selection.choice.groups };
    const { covers } = await mirror.tables.kept();
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

  /** What the mirror would keep beyond what it keeps. */
  const growth = async (needs: KeepChoice, signal: AbortSignal): Promise<PackEstimate["more"]> => {
    const nowMs = clock.now();
    const now = await mirror.wanted(nowMs);
    const then = keptWithPacks(now, [{ needs, madeAtMs: nowMs }], nowMs);
    if (now === null || then === null || !isWider(then, now)) return { insights: 0, bytes: 0 };
    const [before, after] = await Promise.all([
      calls.syncEstimate(now, signal),
      calls.syncEstimate(then, signal),
    ]);
    if (before.kind !== "answer" || after.kind !== "answer") return null;
    const [had, has] = [before.value.message, after.value.message];
    return { insights: Math.max(0, has.rows - had.rows), bytes: Math.max(0, has.bytes - had.bytes) };
  };

  const estimateChoice = async (choice: PackChoice, signal: AbortSignal): Promise<PackEstimateAnswer> => {
    const answer = await calls.packEstimate(queryOf(choice), signal);
    const told = answer.kind === "answer" ? answer.value.message[0]?.total : undefined;
    if (told === undefined) return { kind: "unknown" };
    return { kind: "told", estimate: { ...sizesOf(told), more: await growth(choice, signal) } };
  };

  /** A table's filter knows more than the server's selection: it is counted here, by what pictures take on average. */
  const estimateFilter = async (filter: InsightFilter, signal: AbortSignal): Promise<PackEstimateAnswer> => {
    const found = await readInsights(filter, parts.insights, signal);
    if (found === "tooMany") return { kind: "tooMany" };
    const answer = await calls.packEstimate(queryOf({ days: null, groups: null, area: null }), signal);
    const told = answer.kind === "answer" ? answer.value.message[0]?.total : undefined;
    if (told === undefined) return { kind: "unknown" };
    const photos = found.photos.length;
    const mean = (bytes: number) => Math.round((bytes / Math.max(told.photos.count, 1)) * photos);
    const estimate = {
      insights: found.insightIds.length,
      photos,
      thumbnailBytes: mean(told.photos.thumbnailBytes),
      photographBytes: mean(told.photos.bytes),
      more: { insights: 0, bytes: 0 },
    };
    return { kind: "told", estimate };
  };

  const change = (packId: string, changed: Partial<Pack>) => storage.change(packId, () => changed);

  return {
    estimate: (selection, signal) =>
      selection.by === "choice"
        ? estimateChoice(selection.choice, signal)
        : estimateFilter(selection.filter, signal),

    async pack({ selection, ...wish }) {
      const nowMs = clock.now();
      const needs = await needsOf(selection, new AbortController().signal);
      const pack: StoredPack = {
        ...wish,
        packId: parts.ids.uuid(),
        madeAtMs: nowMs,
        needs: needs === "tooMany" ? KEEP_EVERYTHING : needs,
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
      await storage.add(pack);
      await parts.pullNow();
    },
    pause: (packId) => change(packId, { hold: "person" }),
    resume: (packId) => change(packId, { hold: null }),
    allowAnyLink: (packId) => change(packId, { anyLink: true, hold: null }),
    allow: (packId, budget) => change(packId, { budget, hold: null }),
    retry: (packId) => storage.askAgain(packId),
    async unpack(packId) {
      await storage.remove(packId);
      await pictures.remove(packId);
      // What only this set needed goes with the server's next word.
      await parts.pullNow();
    },
    async giveRoom() {
      await pictures.removeAllBut([]);
      await storage.emptied();
    },
  };
}

function queryOf({ days, groups, area }: PackChoice): Record<string, string> {
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

/** The same window as the server's: whole days in UTC, by the time received. */
function filterOf({ days, groups, area }: PackChoice, nowMs: number): InsightFilter {
  return {
    showArchived: true,
    ...(groups === null ? {} : { groupIds: groups }),
    ...(days === null ? {} : { receivedFromMs: (Math.floor(nowMs / DAY_MS) - days) * DAY_MS }),
    ...(area === null ? {} : { area }),
  };
}
