import type { Area } from "../insight/area.ts";
import { DAY_MS } from "../time.ts";
import { isWider, RETAIN_EVERYTHING, type RetentionChoice } from "./retention.ts";

/**
 * Insights that a person saved for offline: their rows stay on this device, and their pictures are fetched and kept
 * until the set is removed.
 *
 * Stored field names are older than the glossary: `packId` is the set's id.
 */
export interface OfflineSet {
  readonly packId: string;
  readonly name: string;
  readonly madeAtMs: number;
  readonly pictures: OfflineSetPictures;
  /** The most bytes of pictures that may be received for it; null: no bound. */
  readonly budget: number | null;
  /** Its pictures may also come over a link that is slow or paid by volume. */
  readonly anyLink: boolean;
  /** The retention that its insights need; the days are those at `madeAtMs`. */
  readonly needs: RetentionChoice;
  /** Insights in it; null until they were gathered. */
  readonly insights: number | null;
  /** Pictures of the set, and how many were fetched, are missing or failed. */
  readonly wanted: number;
  readonly fetched: number;
  /** The server has none. */
  readonly missing: number;
  /** Failed repeatedly; a person may retry. */
  readonly failed: number;
  /** Bytes received for it. Counted before they arrive, so that the count survives an app that is killed meanwhile. */
  readonly received: number;
  /** Bytes of its pictures on this device. */
  readonly stored: number;
  /** Why fetching has stopped although pictures are left; null: it has not. */
  readonly hold: OfflineSetHold | null;
}

/** Photographs bring their thumbnails too. */
export type OfflineSetPictures = "thumbnails" | "photographs";

export type OfflineSetHold =
  /** The person paused it. */
  | "person"
  | "budget"
  /** The device has no space left for pictures. */
  | "full"
  /** It has more insights than a set may have. */
  | "tooMany";

export type OfflineSetState =
  /** Its insights are not on this device yet. */
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
  /** Ready, except for pictures that could not be fetched. */
  | "partly";

/** The most insights of a set: a phone would gather more for minutes. */
export const MOST_INSIGHTS_IN_OFFLINE_SET = 20_000;

/** Bytes that pictures leave free on the device, so that unsent work can always be stored. */
export const ROOM_LEFT_FREE = 20_000_000;

/** The state of a set. Of several reasons to stop, the one that a person can change comes first. */
export function offlineSetState(
  set: OfflineSet,
  { online, costly, covered }: { online: boolean; costly: boolean; covered: boolean },
): OfflineSetState {
  if (set.hold === "tooMany") return "tooMany";
  const open = set.insights === null || picturesLeft(set) > 0;
  if (open && set.hold !== null) return set.hold === "person" ? "paused" : set.hold;
  if (!covered) return online ? "insights" : "offline";
  if (set.insights === null) return "gathering";
  if (open) return online ? (costly && !set.anyLink ? "costly" : "fetching") : "offline";
  return set.failed > 0 ? "partly" : "ready";
}

/** Whether a person can leave for a place without a connection and have a set there. */
export type OfflineReadiness =
  /** Its insights or pictures are being fetched. */
  | "coming"
  /** Some are missing, and nothing is fetched until the person acts or the connection changes. */
  | "stopped"
  /** Everything was fetched, except for pictures that failed. */
  | "partly"
  | "ready";

export function readinessOf(state: OfflineSetState): OfflineReadiness {
  if (state === "ready" || state === "partly") return state;
  return state === "insights" || state === "gathering" || state === "fetching" ? "coming" : "stopped";
}

/** One readiness for several sets: the first in the order below that one of them has; null without sets. */
export function readinessOfAll(states: readonly OfflineSetState[]): OfflineReadiness | null {
  const all = new Set(states.map(readinessOf));
  return (["coming", "stopped", "partly", "ready"] as const).find((state) => all.has(state)) ?? null;
}

/** The pictures that need no more fetching, of 100; null while it is not known how many there are. */
export function percentHere(sets: readonly OfflineSet[]): number | null {
  const wanted = sets.reduce((sum, set) => sum + set.wanted, 0);
  const left = sets.reduce((sum, set) => sum + picturesLeft(set), 0);
  return wanted === 0 ? null : Math.floor((100 * (wanted - left)) / wanted);
}

export function picturesLeft({ wanted, fetched, missing, failed }: OfflineSet): number {
  return wanted - fetched - missing - failed;
}

/** Whether so many more bytes are within the person's budget. */
export function fitsBudget(
  { budget, received }: Pick<OfflineSet, "budget" | "received">,
  bytes: number,
): boolean {
  return budget === null || received + bytes <= budget;
}

/**
 * Whether a picture may be stored: unsent work must still find space after it.
 * @param free null: the browser does not report it
 */
export function leavesSpace(free: number | null, bytes: number): boolean {
  return free === null || free - bytes >= ROOM_LEFT_FREE;
}

/**
 * Whether the mirror has everything that a set needs.
 * @param covers the retention that the server last confirmed
 */
export function isCovered(
  { needs }: Pick<OfflineSet, "needs">,
  { covers, complete, trimmed }: { covers: RetentionChoice; complete: boolean; trimmed: boolean },
): boolean {
  return complete && !trimmed && !isWider(needs, covers);
}

/** Days of a retention that reach back to a moment; a day counts from midnight UTC. */
export function daysBackTo(oldestMs: number, nowMs: number): number {
  const days = Math.floor(nowMs / DAY_MS) - Math.floor(oldestMs / DAY_MS);
  return Math.max(1, days + 1);
}

/** A person's choice of insights to save for offline. */
export interface OfflineSetChoice extends RetentionChoice {
  readonly area: Area | null;
}
export const OFFLINE_SET_EVERYTHING: OfflineSetChoice = {
  days: RETAIN_EVERYTHING.days,
  groups: null,
  area: null,
};
