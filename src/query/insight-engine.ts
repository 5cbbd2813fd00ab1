import type { CountName, DashboardCounts } from "../domain/dashboard/counts.ts";
import type { Area } from "../domain/insight/area.ts";
import type { CommsSource, InsightStatus } from "../domain/insight/insight.ts";
import type { ColumnFilter } from "../domain/table/table-filter.ts";
import type { MirrorInsight } from "../storage/mirror/insight-chunk.ts";

/**
 * Queries over insights as every screen shows them: the mirror overlaid with the outbox. Answers are a page of rows
 * and counts, never all rows. The column store may be in this thread or in a worker, so every answer is a promise, and
 * most questions can be cancelled by a signal.
 */
export interface InsightEngine {
  page(query: InsightQuery, signal?: AbortSignal): Promise<InsightPage>;
  /** One insight by its id, null where this device does not hold it. */
  insight(insightId: string): Promise<InsightRow | null>;
  /** The server's last known statuses of these insights; those that this device does not hold are left out. */
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
  /** The counts for the dashboard's widgets, over single insights; only those that the question names. */
  dashboard(question: DashboardQuestion, signal?: AbortSignal): Promise<DashboardAnswer>;
  /** The place, from 0, of the first row that shows one of these insights, itself or in a collection; null for none. */
  placeOf(order: InsightOrder, insightIds: readonly string[], signal?: AbortSignal): Promise<number | null>;
  /** All rows that pass, as they are now: for what reads them in several parts. */
  snapshot(order: InsightOrder, signal?: AbortSignal): Promise<InsightSnapshot>;
  /** Calls back whenever an earlier answer may be out of date. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** The questions whose answers are plain data, so that a worker can be asked them by name. */
export type QueryName = Exclude<keyof InsightEngine, "snapshot" | "subscribe">;

/**
 * Rows come first, because a person waits for them; counts wait until no rows are asked for, and are answered one
 * after the other; all else is answered at once.
 */
export type QueryTurn = "first" | "waits" | "at once";

/** When the worker answers each query. Its keys are also how the worker engine learns the queries' names. */
export const QUERY_TURNS: Readonly<Record<QueryName, QueryTurn>> = {
  page: "first",
  insight: "first",
  serverStatuses: "at once",
  group: "waits",
  histogram: "waits",
  dashboard: "first",
  placeOf: "first",
};

export const SORT_COLUMNS = ["time", "className", "confidence", "device", "status", "source"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface InsightQuery {
  filter: InsightFilter;
  sort: { column: SortColumn; descending: boolean };
  /** Fold insights of one collection into one row. */
  grouped: boolean;
  offset: number;
  limit: number;
}

export interface DashboardQuestion {
  filter: InsightFilter;
  wanted: readonly CountName[];
  /** The last days end with the UTC day of this moment. */
  nowMs: number;
}

export interface DashboardAnswer {
  /** Each that was wanted. */
  counts: Partial<DashboardCounts>;
  /** Insights on this device, archived included. */
  held: number;
  /** False while the first copy is still on its way. */
  complete: boolean;
}

/** The rows that pass a filter, in no order. */
export type InsightSet = Pick<InsightQuery, "filter" | "grouped">;
/** The same in an order. */
export type InsightOrder = Omit<InsightQuery, "offset" | "limit">;

export type GroupColumn = "className" | "device" | "status" | "source" | "day";
export type HistogramColumn = "time" | "confidence";

export interface InsightCount {
  /** The class, the Sentinel's id, the status, the source or the day in UTC, as 2024-05-31. */
  value: string;
  /** The display name of a Sentinel; of all others the value. */
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
  /** Case-insensitive contains, over the name of the class. */
  classText?: string;
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
  /** In this offline set; one that is not on this device has no insights. */
  packId?: string;
  /** Received at this moment or later, epoch ms; by what the mirror keeps, not by the time that is shown. */
  receivedFromMs?: number;
  area?: Area;
  /** Hour of the day in UTC, 0–23, of the time that is shown. */
  hour?: number;
  /** The same of the time received. */
  receivedHour?: number;
  /** Of the time received, in UTC: 1 is Monday, 7 is Sunday. */
  receivedWeekday?: number;
  /** Whole hours from frame to server, rounded down, both included; one without a camera's time is in none. */
  minDelayHours?: number;
  maxDelayHours?: number;
  /** Of `FILTERED_COLUMNS`, by the rules of all tables. */
  columns?: readonly ColumnFilter[];
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
  /**
   * The page is from the head stored at the last visit: not all insights were read yet. A change is announced when they
   * are.
   */
  provisional?: boolean;
  /** `matched` leaves out unsent actions and must not be shown; a change is announced once it can be counted. */
  countsLater?: boolean;
}

/** The counts of a page, and how far they hold. */
export type PageSummary = Omit<InsightPage, "rows">;

/** One insight, or one collection with what it stands for. */
export interface InsightRow extends Omit<MirrorInsight, "status"> {
  /** Of a collection: `collection-` and its id, since its id alone could be an insight's too. */
  insightId: string;
  deviceName: string | null;
  displayName: string;
  /** The status to show: the server's with the overlay. Null in a collection whose members differ. */
  status: InsightStatus | null;
  /** The server's status; what an action carries as `base`. */
  serverStatus: InsightStatus | null;
  /** True while the shown status is not the server's. */
  unsent: boolean;
  /** Members of a collection, newest first; empty for a single insight. */
  members: readonly InsightRow[];
}
