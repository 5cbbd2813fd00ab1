import type { InsightRow } from "../../../../query/insight-engine.ts";
import { photoOf } from "../../photo/insight-photo.ts";
import type { PhotoAddress } from "../../photo/thumbnail-queue.ts";
import { bestFrame, framesOf } from "../stage/burst-frames.ts";

export type PhotoSize = "thumbnail" | "full";

export interface PlannedPhoto {
  photo: PhotoAddress;
  size: PhotoSize;
}

/** How much may be prefetched. */
export interface PrefetchReach {
  thumbnailsAfter: number;
  thumbnailsBefore: number;
  fullAfter: number;
  fullBefore: number;
  /** Whether the shown photo is loaded in full without a request. */
  fullHere: boolean;
}

const PLENTY: PrefetchReach = {
  thumbnailsAfter: 12,
  thumbnailsBefore: 3,
  fullAfter: 3,
  fullBefore: 1,
  fullHere: true,
};
const NARROW: PrefetchReach = { ...PLENTY, thumbnailsAfter: 6, fullAfter: 1, fullBefore: 0 };
/** Slow connection: a few thumbnails; the full photo on request. */
const SPARING: PrefetchReach = {
  thumbnailsAfter: 3,
  thumbnailsBefore: 1,
  fullAfter: 0,
  fullBefore: 0,
  fullHere: false,
};
/** Metered connection: no prefetch. */
const METERED: PrefetchReach = {
  thumbnailsAfter: 0,
  thumbnailsBefore: 0,
  fullAfter: 0,
  fullBefore: 0,
  fullHere: true,
};
/** Data Saver: visible thumbnails only; the full photo on request. */
const DATA_SAVER: PrefetchReach = { ...METERED, fullHere: false };

/** The Network Information API, as far as the browser has it. */
export interface LineHints {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

export function reachOf(hints: LineHints | undefined): PrefetchReach {
  const isSlow = hints?.effectiveType === "slow-2g" || hints?.effectiveType === "2g";
  if (hints?.saveData === true || (isSlow && hints?.type === "cellular")) return DATA_SAVER;
  if (hints?.type === "cellular") return METERED;
  if (isSlow) return SPARING;
  return hints?.effectiveType === "3g" ? NARROW : PLENTY;
}

/** The photos to prefetch, most urgent first: the shown one, the next, then the previous ones. */
export function planPrefetch(input: {
  rows: readonly InsightRow[];
  /** Of the shown row; `rows.length` at the end of the set. */
  place: number;
  /** The shown frame. */
  here: InsightRow | null;
  reach: PrefetchReach;
  /** The full photo was requested. */
  fullAsked: boolean;
}): PlannedPhoto[] {
  const { rows, place, here, reach } = input;
  const plan: PlannedPhoto[] = [];
  const seen = new Set<string>();
  const add = (row: InsightRow | null | undefined, size: PhotoSize) => {
    const photo = row ? photoOf(row) : null;
    if (photo === null) return;
    const key = `${size}\n${photo.deviceId}\n${photo.photoUrl}`;
    if (seen.has(key)) return;
    seen.add(key);
    plan.push({ photo, size });
  };
  const rowAt = (at: number) => {
    const row = rows[at];
    const frames = row === undefined ? [] : framesOf(row);
    return frames[bestFrame(frames)];
  };
  add(here, "thumbnail");
  if (reach.thumbnailsAfter > 0) add(rowAt(place + 1), "thumbnail");
  if (reach.fullHere || input.fullAsked) add(here, "full");
  if (reach.thumbnailsBefore > 0) add(rowAt(place - 1), "thumbnail");
  for (let step = 2; step <= reach.thumbnailsAfter; step += 1) add(rowAt(place + step), "thumbnail");
  for (const frame of here === null ? [] : framesOf(rows[place] ?? here)) add(frame, "thumbnail");
  for (let step = 1; step <= reach.fullAfter; step += 1) add(rowAt(place + step), "full");
  for (let step = 2; step <= reach.thumbnailsBefore; step += 1) add(rowAt(place - step), "thumbnail");
  for (let step = 1; step <= reach.fullBefore; step += 1) add(rowAt(place - step), "full");
  return plan;
}
