import { isOfTheFuture } from "../device/device-report.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";

/**
 * The newest data of a Sentinel, in the order of arrival, reports that were sent late apart. All moments are the
 * server's, because a Sentinel's clock may be years off.
 */
export interface DeviceArrivals {
  /** The first insight or report. */
  readonly firstAtMs: number;
  readonly insightAtMs: number | null;
  /**
   * The last sign that its camera fired, or the first report that tells of the camera. Null before: silence of a
   * camera of which a Sentinel never tells means nothing.
   */
  readonly triggerAtMs: number | null;
  /** The last reading in volts, and its arrival. */
  readonly batteryVoltage: number | null;
  readonly batteryAtMs: number | null;
  /** The first of the reports of a fault of the cable that no report without one has followed. */
  readonly cableErrorSinceMs: number | null;
  /** The camera's figures in the last report that has them; compared with those of the next report and nothing else. */
  readonly toldImages: number | null;
  readonly toldTriggerMs: number | null;
}

/** The part of a status report that alerts need; null where the report does not have it. */
export interface ArrivedReport {
  readonly batteryVoltage: number | null;
  readonly hasCableError: boolean | null;
  /** Pictures that its camera has taken so far. */
  readonly imagesProcessed: number | null;
  /** When its camera last fired, by the Sentinel's clock. */
  readonly lastTriggerMs: number | null;
}

/** The place of a report among those of its Sentinel, where one of a later moment has arrived before it. */
export interface ReportOrder {
  /** Its moment, by the Sentinel's clock. */
  readonly recordedMs: number;
  /** When the report of the latest moment arrived, by the server's clock; null: not known. */
  readonly newestReceivedMs: number | null;
  /** The part of the report that no report of a later moment tells. */
  readonly unsaid: ArrivedReport;
}

/**
 * A Sentinel sends what it could not send before within this time of the report that came first, and even a slow one
 * has reported anew by then.
 */
export const LATE_REPORTS_MS = 24 * HOUR_MS;
/** A Sentinel that runs before it reaches the server for the first time has reports of about this long. */
export const EARLIEST_REPORT_MS = 30 * DAY_MS;

/**
 * Whether a report was sent late, so that it is older than what arrived before it. The Sentinel's clock says so, and it
 * may have been set back: a moment long before the first arrival is none of this Sentinel's, and where none of a later
 * moment has come for a day, reports count in the order of arrival again.
 */
export function isLateReport(
  { recordedMs, newestReceivedMs }: Pick<ReportOrder, "recordedMs" | "newestReceivedMs">,
  { firstAtMs }: Pick<DeviceArrivals, "firstAtMs">,
  nowMs: number,
): boolean {
  if (newestReceivedMs === null || isOfTheFuture(newestReceivedMs, nowMs)) return false;
  return recordedMs >= firstAtMs - EARLIEST_REPORT_MS && nowMs - newestReceivedMs < LATE_REPORTS_MS;
}

/** @param before null where nothing has arrived yet */
export function arrivalsAfterInsight(before: DeviceArrivals | null, nowMs: number): DeviceArrivals {
  const { arrivals, atMs } = arriving(before, nowMs);
  return {
    ...arrivals,
    insightAtMs: atMs,
    // An insight is made of a picture, so the camera has fired.
    triggerAtMs: arrivals.triggerAtMs === null ? null : atMs,
  };
}

/** @param before null where nothing has arrived yet */
export function arrivalsAfterReport(
  before: DeviceArrivals | null,
  report: ArrivedReport,
  nowMs: number,
): DeviceArrivals {
  const { arrivals, atMs } = arriving(before, nowMs);
  const { batteryVoltage, hasCableError, imagesProcessed, lastTriggerMs } = report;
  const faultSinceMs = hasCableError === true ? (arrivals.cableErrorSinceMs ?? atMs) : null;
  return {
    ...arrivals,
    ...(batteryVoltage === null ? {} : { batteryVoltage, batteryAtMs: atMs }),
    cableErrorSinceMs: hasCableError === null ? arrivals.cableErrorSinceMs : faultSinceMs,
    triggerAtMs: hasFired(arrivals, report) ? atMs : arrivals.triggerAtMs,
    toldImages: imagesProcessed ?? arrivals.toldImages,
    toldTriggerMs: lastTriggerMs ?? arrivals.toldTriggerMs,
  };
}

/**
 * Whether a report shows that the camera fired since the last one, or tells of the camera for the first time. The
 * count of pictures decides where it is known: the time of a trigger moves with the Sentinel's clock when that is set.
 */
function hasFired(before: DeviceArrivals, { imagesProcessed, lastTriggerMs }: ArrivedReport): boolean {
  if (imagesProcessed !== null && before.toldImages !== null) return imagesProcessed > before.toldImages;
  if (lastTriggerMs !== null) return before.toldTriggerMs === null || lastTriggerMs > before.toldTriggerMs;
  return imagesProcessed !== null && before.triggerAtMs === null;
}

/**
 * The arrivals with no moment ahead of the server's clock. Without this, a clock that ran ahead for an hour and was
 * set right would hide the silence of a Sentinel until that moment has come, which can be years.
 *
 * @returns the same where there is none
 */
export function arrivalsUpTo(arrivals: DeviceArrivals, nowMs: number): DeviceArrivals {
  const { firstAtMs, insightAtMs, triggerAtMs, batteryAtMs, cableErrorSinceMs } = arrivals;
  const moments = [firstAtMs, insightAtMs, triggerAtMs, batteryAtMs, cableErrorSinceMs];
  if (!moments.some((atMs) => atMs !== null && isOfTheFuture(atMs, nowMs))) return arrivals;
  const upToNow = (atMs: number | null) => (atMs === null ? null : Math.min(atMs, nowMs));
  return {
    ...arrivals,
    firstAtMs: Math.min(firstAtMs, nowMs),
    insightAtMs: upToNow(insightAtMs),
    triggerAtMs: upToNow(triggerAtMs),
    batteryAtMs: upToNow(batteryAtMs),
    cableErrorSinceMs: upToNow(cableErrorSinceMs),
  };
}

/** Clocks of servers differ a little; what arrives later does not count as earlier for that. */
function arriving(before: DeviceArrivals | null, nowMs: number): { arrivals: DeviceArrivals; atMs: number } {
  if (before === null) return { arrivals: nothingBut(nowMs), atMs: nowMs };
  const arrivals = arrivalsUpTo(before, nowMs);
  const { firstAtMs, insightAtMs, triggerAtMs, batteryAtMs } = arrivals;
  return {
    arrivals,
    atMs: Math.max(nowMs, firstAtMs, insightAtMs ?? 0, triggerAtMs ?? 0, batteryAtMs ?? 0),
  };
}

function nothingBut(firstAtMs: number): DeviceArrivals {
  return {
    firstAtMs,
    insightAtMs: null,
    triggerAtMs: null,
    batteryVoltage: null,
    batteryAtMs: null,
    cableErrorSinceMs: null,
    toldImages: null,
    toldTriggerMs: null,
  };
}
