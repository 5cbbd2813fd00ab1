import { type DashboardCounts, LAST_DAYS } from "../../../../src/domain/dashboard/counts.ts";
import {
  COMMS_SOURCES,
  INSIGHT_STATUSES,
  type InsightStatus,
  insightTimeMs,
} from "../../../../src/domain/insight/insight.ts";
import type { InsightFilter } from "../../../../src/query/insight-engine.ts";
import type { MirrorInsight } from "../../../../src/storage/mirror/insight-chunk.ts";

export interface SlowWorld {
  insights: readonly MirrorInsight[];
  overlay: ReadonlyMap<string, InsightStatus>;
  groups: ReadonlyMap<string, readonly string[]>;
}

const shownMs = (insight: MirrorInsight) => insightTimeMs(insight);
const hourOf = (atMs: number) => new Date(atMs).getUTCHours();
/** 1 is Monday; the calendar says 0 for Sunday. */
const weekdayOf = (atMs: number) => new Date(atMs).getUTCDay() || 7;
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** The insights that a filter of the dashboard lets through, one after the other. */
export function passSlowly(world: SlowWorld, filter: InsightFilter): MirrorInsight[] {
  return world.insights.filter((insight) => {
    const status = world.overlay.get(insight.insightId) ?? insight.status;
    if (!filter.showArchived && status === "archive") return false;
    if (filter.statuses?.length && !filter.statuses.includes(status)) return false;
    if (filter.classNames?.length && !filter.classNames.includes(insight.className)) return false;
    if (filter.deviceIds?.length && !filter.deviceIds.includes(insight.deviceId)) return false;
    const inGroup = filter.groupIds?.some((id) => world.groups.get(id)?.includes(insight.deviceId));
    if (filter.groupIds?.length && !inGroup) return false;
    if (
      filter.sources?.length &&
      (insight.commsSource === null || !filter.sources.includes(insight.commsSource))
    )
      return false;
    if (filter.fromMs !== undefined && shownMs(insight) < filter.fromMs) return false;
    if (filter.toMs !== undefined && shownMs(insight) > filter.toMs) return false;
    if (filter.hour !== undefined && hourOf(shownMs(insight)) !== filter.hour) return false;
    if (filter.receivedHour !== undefined && hourOf(insight.timeStampMs) !== filter.receivedHour)
      return false;
    if (filter.receivedWeekday !== undefined && weekdayOf(insight.timeStampMs) !== filter.receivedWeekday)
      return false;
    if (filter.minDelayHours !== undefined || filter.maxDelayHours !== undefined) {
      if (insight.fileCtimeMs === null) return false;
      const delay = Math.floor((insight.timeStampMs - insight.fileCtimeMs) / 3_600_000);
      if (filter.minDelayHours !== undefined && delay < filter.minDelayHours) return false;
      if (filter.maxDelayHours !== undefined && delay > filter.maxDelayHours) return false;
    }
    return true;
  });
}

/**
 * The dashboard's counts, said as plainly as can be. @param ofDelay the insights that the delay widget counts, which
 * are others than those that pass
 */
export function countSlowly(
  world: SlowWorld,
  filter: InsightFilter,
  nowMs: number,
): Omit<DashboardCounts, "delays"> {
  const found = passSlowly(world, filter);
  const countOf = (test: (insight: MirrorInsight) => boolean) => found.filter(test).length;
  const distinct = <Value>(of: (insight: MirrorInsight) => Value) => [...new Set(found.map(of))];
  const times = found.map(shownMs);
  const days = Array.from({ length: LAST_DAYS }, (_, at) =>
    dayOf(Date.parse(`${dayOf(nowMs)}T00:00:00Z`) - (LAST_DAYS - 1 - at) * 86_400_000),
  );
  return {
    total: found.length,
    classes: distinct(({ className }) => className).map((className) => {
      const ofClass = found.filter((insight) => insight.className === className);
      const moments = ofClass.map(shownMs);
      return {
        className,
        count: ofClass.length,
        firstMs: Math.min(...moments),
        lastMs: Math.max(...moments),
      };
    }),
    devices: new Map(
      distinct(({ deviceId }) => deviceId).map((id) => [id, countOf(({ deviceId }) => deviceId === id)]),
    ),
    statuses: Object.fromEntries(
      INSIGHT_STATUSES.map((status) => [
        status,
        countOf((insight) => (world.overlay.get(insight.insightId) ?? insight.status) === status),
      ]),
    ) as DashboardCounts["statuses"],
    sources: [...COMMS_SOURCES, null].map((source) => ({
      source,
      count: countOf(({ commsSource }) => commsSource === source),
    })),
    lastDays: distinct(({ className }) => className)
      .map((className) => ({
        className,
        perDay: days.map((day) =>
          countOf((insight) => insight.className === className && dayOf(shownMs(insight)) === day),
        ),
      }))
      .filter(({ perDay }) => perDay.some((count) => count > 0)),
    receivedHours: [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
      Array.from({ length: 24 }, (_, hour) =>
        countOf(({ timeStampMs }) => weekdayOf(timeStampMs) === weekday && hourOf(timeStampMs) === hour),
      ),
    ),
    hours: Array.from({ length: 24 }, (_, hour) => countOf((insight) => hourOf(shownMs(insight)) === hour)),
    span:
      found.length === 0
        ? null
        : {
            firstMs: Math.min(...times),
            medianMs: [...times].sort((one, other) => one - other)[Math.ceil(times.length / 2) - 1] ?? 0,
            lastMs: Math.max(...times),
          },
    places: distinct(({ latitude, longitude }) => `${latitude} ${longitude}`)
      .map((text) => {
        const at = found.filter(({ latitude, longitude }) => `${latitude} ${longitude}` === text);
        return { latitude: at[0]?.latitude, longitude: at[0]?.longitude, count: at.length };
      })
      .filter((place): place is DashboardCounts["places"][number] =>
        Boolean(place.latitude && place.longitude),
      ),
    deviceClasses: distinct(({ deviceId, className }) => JSON.stringify([deviceId, className])).map(
      (text) => {
        const [id, name] = JSON.parse(text);
        return {
          deviceId: id,
          className: name,
          count: countOf(({ deviceId, className }) => deviceId === id && className === name),
        };
      },
    ),
  };
}

/** Insight delays of those that are given, by whole hours rounded down. */
export function delaysSlowly(insights: readonly MirrorInsight[]): DashboardCounts["delays"] {
  const hours = insights.flatMap(({ timeStampMs, fileCtimeMs }) =>
    fileCtimeMs === null ? [] : [Math.floor((timeStampMs - fileCtimeMs) / 3_600_000)],
  );
  return [...new Set(hours)]
    .sort((one, other) => one - other)
    .map((delay) => ({ hours: delay, count: hours.filter((hour) => hour === delay).length }));
}

/** The same counts in an order that ties do not change, so that both ways can be compared. */
export function inFixedOrder(
  counts: Partial<DashboardCounts>,
): Partial<Record<keyof DashboardCounts, unknown>> {
  const sorted = (list: readonly unknown[] | undefined) =>
    list?.map((entry) => JSON.stringify(entry, Object.keys(entry as object).sort())).sort();
  return {
    ...counts,
    classes: sorted(counts.classes),
    lastDays: counts.lastDays?.map(({ className, perDay }) => `${className} ${perDay}`).sort(),
    places: sorted(counts.places),
    deviceClasses: sorted(counts.deviceClasses),
    devices: [...(counts.devices ?? [])].sort(),
  };
}
