import type { Area } from "../insight/area.ts";
import { DAY_MS } from "../time.ts";
import { isWider, RETAIN_EVERYTHING, type RetentionChoice } from "./retention.ts";

/**
 * A set of insights that a person takes along: their rows stay on this device, and their pictures are fetched
 * beforehand and kept until the set is unpacked.
 */
export interface OfflineSet {
  readonly packId: string;
  readonly name: string;
  readonly madeAtMs: number;
  readonly pictures: OfflineSetPictures;
  /** Bytes of pictures that may be received for it; null: no bound. */
  readonly budget: number | null;
  /** Its pictures may come over a link that is slow or paid by volume too. */
  readonly anyLink: boolean;
  /** What the mirror must keep so that its insights are here; the days as they were when it was packed. */
  readonly needs: RetentionChoice;
  /** Insights in it; null until they were gathered. */
  readonly insights: number | null;
  /** Pictures wanted, and what became of them. */
  readonly wanted: number;
  readonly fetched: number;
  /** The server has none. */
  readonly missing: number;
  /** Tried often and in vain; a person may ask again. */
  readonly failed: number;
  /** Bytes received for it, counted before they come, so that nothing that ends the app makes it forget them. */
  readonly received: number;
  /** Bytes of its pictures on this device. */
  readonly stored: number;
  /** Why nothing is fetched although pictures are wanted; null: nothing stands in the way. */
  readonly hold: OfflineSetHold | null;
}

/** Photographs bring their thumbnails too. */
export type OfflineSetPictures = "thumbnails" | "photographs";

export type OfflineSetHold =
  /** The person paused it. */
  | "person"
  | "budget"
  /** The device has no room that may be used for pictures. */
  | "full"
  /** More insights than a set may have. */
  | "tooMany";

export type OfflineSetState =
  /** Its insights are on their way to this device. */
  | "insights"
  | "gathering"
  | "fetching"
  /** The link is slow or paid by volume. */
  | "costly"
  | "offline"
  | "paused"
  | "budget"
  | "full"
  | "tooMany"
  | "ready"
  /** Ready but for pictures that could not be fetched. */
  | "partly";

/** So many insights a set may have: more is no selection, and a phone would gather it for minutes. */
export const MOST_INSIGHTS_IN_OFFLINE_SET = 20_000;

/** Bytes that pictures leave free on the device, so that work that is not sent yet can always be stored. */
export const ROOM_LEFT_FREE = 20_000_000;

/** What a pack does now; of several reasons to stand the one that a person can change comes first. */
export function offlineSetState(
  pack: OfflineSet,
  { online, costly, covered }: { online: boolean; costly: boolean; covered: boolean },
): OfflineSetState {
  if (pack.hold === "tooMany") return "tooMany";
  const open = pack.insights === null || picturesLeft(pack) > 0;
  if (open && pack.hold !== null) return pack.hold === "person" ? "paused" : pack.hold;
  if (!covered) return online ? "insights" : "offline";
  if (pack.insights === null) return "gathering";
  if (open) return online ? (costly && !pack.anyLink ? "costly" : "fetching") : "offline";
  return pack.failed > 0 ? "partly" : "ready";
}

export function picturesLeft({ wanted, fetched, missing, failed }: OfflineSet): number {
  return wanted - fetched - missing - failed;
}

/** Whether so many bytes more are within what the person allowed. */
export function fitsBudget(
  { budget, received }: Pick<OfflineSet, "budget" | "received">,
  bytes: number,
): boolean {
  return budget === null || received + bytes <= budget;
}

/** Whether a picture may be stored: what is precious must still find room after it. @param free null: the browser does not tell */
export function leavesSpace(free: number | null, bytes: number): boolean {
  return free === null || free - bytes >= ROOM_LEFT_FREE;
}

/** Whether the mirror has all that a pack needs. @param covers what the server last said that this device keeps */
export function isCovered(
  { needs }: Pick<OfflineSet, "needs">,
  { covers, complete, trimmed }: { covers: RetentionChoice; complete: boolean; trimmed: boolean },
): boolean {
  return complete && !trimmed && !isWider(needs, covers);
}

/** Days, from the beginning of a day of a device's clock, that reach back to a moment. */
export function daysBackTo(oldestMs: number, nowMs: number): number {
  const days = Math.floor(nowMs / DAY_MS) - Math.floor(oldestMs / DAY_MS);
  return Math.max(1, days + 1);
}

/** What a person picks to take along. */
export interface OfflineSetChoice extends RetentionChoice {
  readonly area: Area | null;
}
export const OFFLINE_SET_EVERYTHING: OfflineSetChoice = {
  days: RETAIN_EVERYTHING.days,
  groups: null,
  area: null,
};
