import type { CommsSource, InsightStatus } from "../insight/insight.ts";

/**
 * Counts over the insights that the dashboard's filter lets through. Widgets name the counts that they need, and only
 * those are made. Times are epoch ms; "shown" is the time by the camera-time rule (`insightTimeMs`).
 */
export interface DashboardCounts {
  total: number;
  /** Classes of which an insight passes, most frequent first. */
  classes: readonly ClassCount[];
  /** By Sentinel, of those of which an insight passes. */
  devices: ReadonlyMap<string, number>;
  statuses: Readonly<Record<InsightStatus, number>>;
  /** In the order of COMMS_SOURCES; null, where the source is not known, comes last. */
  sources: readonly { source: CommsSource | null; count: number }[];
  /** The 14 UTC days that end today, by shown time: of each class how many on each of them, most frequent first. */
  lastDays: readonly { className: string; perDay: readonly number[] }[];
  /** By time received, UTC: seven weekdays from Monday, of each its 24 hours. */
  receivedHours: readonly (readonly number[])[];
  /** By shown time, the 24 hours of the day in UTC. */
  hours: readonly number[];
  /** First, median and last shown time, of an even number the earlier one; null where no insight passes. */
  span: TimeSpan | null;
  /** In whole hours rounded down, ascending; under the delay widget's own filter. */
  delays: readonly { hours: number; count: number }[];
  /** Positions of insights; those without one, or with a zero in it, are left out. */
  places: readonly PlaceCount[];
  deviceClasses: readonly { deviceId: string; className: string; count: number }[];
}

export interface TimeSpan {
  firstMs: number;
  medianMs: number;
  lastMs: number;
}

export type CountName = keyof DashboardCounts;

export interface ClassCount {
  className: string;
  count: number;
  /** Shown times of the first and the last. */
  firstMs: number;
  lastMs: number;
}

export interface PlaceCount {
  /** Degrees. */
  latitude: number;
  longitude: number;
  count: number;
}

/** How many UTC days the widget of the last days covers, today included. */
export const LAST_DAYS = 14;
