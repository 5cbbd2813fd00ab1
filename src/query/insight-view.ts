import type { Area } from "../domain/area.ts";
import type { DetectionBox } from "../domain/detection-box.ts";
import type { ClassScore, CommsSource, InsightStatus } from "../domain/insight.ts";

/**
 * What every screen that shows insights reads: the mirror overlaid with the outbox. Answers are a page of rows
 * and counts, never all rows. Behind it stand the insight columns; where they are kept (in this thread or in a
 * worker) is not the caller's business, so every answer is a promise and every question can be given up.
 */
export interface InsightView {
  page(query: InsightQuery, signal?: AbortSignal): Promise<InsightPage>;
  /** One insight by its id, null where this device does not hold it. */
  insight(insightId: string): Promise<InsightRow | null>;
  /** What the server last told of these insights; those that this device does not hold are left out. */
  serverStatuses(insightIds: readonly string[]): Promise<ReadonlyMap<string, InsightStatus>>;
  /**
   * How many rows pass, by what they have in a column, most frequent first; days oldest first. Classes, Sentinels,
   * statuses and sources of which no row passes are there with 0, days are not. Rows without a value, and
   * collections whose members differ in it, are in no count.
   */
  group(by: GroupColumn, set: InsightSet, signal?: AbortSignal): Promise<readonly InsightCount[]>;
  /**
   * How many rows pass in each bin between two neighbouring bounds, the lower one included, the last bin's upper one
   * too. Rows outside, or without a value, are in no bin.
   *
   * @param bounds ascending, two or more: epoch ms for the time, 0–1 for the confidence
   * @throws RangeError where bounds are too few or do not ascend
   */
  histogram(
    over: HistogramColumn,
    bounds: readonly number[],
    set: InsightSet,
    signal?: AbortSignal,
  ): Promise<readonly number[]>;
  /** The place, from 0, of the first row that shows one of these insights, itself or in a collection; null for none. */
  placeOf(order: InsightOrder, insightIds: readonly string[], signal?: AbortSignal): Promise<number | null>;
  /** All rows that pass, as they are now: for what reads them in several parts. */
  snapshot(order: InsightOrder, signal?: AbortSignal): Promise<InsightSnapshot>;
  /** Calls back whenever an answer given before may no longer hold. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

export type SortColumn = "time" | "className" | "confidence" | "device" | "status" | "source";

export interface InsightQuery {
  filter: InsightFilter;
  sort: { column: SortColumn; descending: boolean };
  /** Fold insights of one collection into one row. */
  grouped: boolean;
  offset: number;
  limit: number;
}

/** What a filter lets through, in no order. */
export type InsightSet = Pick<InsightQuery, "filter" | "grouped">;
/** The same in an order. */
export type InsightOrder = Omit<InsightQuery, "offset" | "limit">;

export type GroupColumn = "className" | "device" | "status" | "source" | "day";
export type HistogramColumn = "time" | "confidence";

export interface InsightCount {
  /** The class, the Sentinel's id, the status, the source or the day in UTC, as 2024-05-31. */
  value: string;
  /** What people call a Sentinel; of all others the value. */
  name: string;
  count: number;
}

/**
 * Rows whose values and order no later change reaches. Only a few are kept at a time: where newer ones push one out,
 * or its worker is replaced, its next reading fails.
 */
export interface InsightSnapshot {
  readonly matched: number;
  rows(offset: number, limit: number, signal?: AbortSignal): Promise<readonly InsightRow[]>;
  /** It is not read any more. */
  release(): void;
}

/** Every part that is present must hold; an empty list is the same as an absent one. */
export interface InsightFilter {
  showArchived: boolean;
  /** Words, each of which the name of the class or of the Sentinel contains, without regard to case. */
  text?: string;
  classNames?: readonly string[];
  deviceIds?: readonly string[];
  deviceName?: string;
  groupIds?: readonly string[];
  statuses?: readonly InsightStatus[];
  sources?: readonly CommsSource[];
  /** Inclusive, epoch ms, over the time that is shown. */
  fromMs?: number;
  toMs?: number;
  /** 0–1, both included, over the whole percent that is shown: the same in both asks for just that percent. */
  minConfidence?: number;
  maxConfidence?: number;
  /** Case-insensitive contains, over the classes that the class list names. */
  classList?: string;
  /** In this set that is packed for the field; one that is not packed has no insights. */
  packId?: string;
  /** Received at this moment or later, epoch ms; by what the mirror keeps, not by the time that is shown. */
  receivedFromMs?: number;
  area?: Area;
}

export interface InsightPage {
  rows: readonly InsightRow[];
  /** Rows that match the filter, over all pages. */
  matched: number;
  /** Insights in all rows that match, where these may be collections; absent where they are not, or not counted yet. */
  insights?: number;
  /** Insights on this device, archived included. */
  held: number;
  /** False while the first copy is still on its way: counts then cover only what is held. */
  complete: boolean;
  /** The page is of what was kept at the last visit: not all insights were read yet. One of all is announced. */
  provisional?: boolean;
  /** `matched` may be wrong by what waits to be sent, and is not to be shown; a page with the right one is announced. */
  countsLater?: boolean;
}

/** One insight, or one collection with what it stands for. */
export interface InsightRow {
  /** Of a collection: `collection-` and its id, since its id alone could be an insight's too. */
  insightId: string;
  deviceId: string;
  deviceName: string | null;
  displayName: string;
  algId: string | null;
  className: string;
  classId: number | null;
  classList: readonly ClassScore[];
  confidence: number | null;
  groupConfidence: number | null;
  isFromLora: boolean;
  timeStampMs: number;
  fileCtimeMs: number | null;
  commsSource: CommsSource | null;
  latitude: number | null;
  longitude: number | null;
  photoUrl: string | null;
  photoCreatedAtMs: number | null;
  userConfirmed: boolean;
  table: string;
  /** The status to show: the server's, overlaid with what waits here. Null in a collection whose members differ. */
  status: InsightStatus | null;
  /** The status that the server last told; what an action carries as `base`. */
  serverStatus: InsightStatus | null;
  /** True while the shown status is not the server's. */
  unsent: boolean;
  collectionId: string | null;
  windowStartMs: number | null;
  windowEndMs: number | null;
  /** Where in the photo the animals are, the surest first; of a collection those of its newest member. */
  boxes: readonly DetectionBox[];
  /** Members of a collection, newest first; empty for a single insight. */
  members: readonly InsightRow[];
}
