import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { delayFilter } from "../../../../src/domain/dashboard/archived-rule.ts";
import type { CountName } from "../../../../src/domain/dashboard/counts.ts";
import { COMMS_SOURCES, INSIGHT_STATUSES } from "../../../../src/domain/insight/insight.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/domain/time.ts";
import { countDashboard } from "../../../../src/query/dashboard/dashboard-counts.ts";
import { InsightColumns } from "../../../../src/query/insight-columns.ts";
import type { InsightFilter } from "../../../../src/query/insight-engine.ts";
import { InsightQueries, type Overlay } from "../../../../src/query/insight-query.ts";
import type { MirrorInsight } from "../../../../src/storage/mirror/insight-chunk.ts";
import { chunkOf, insight } from "../insight-fixtures.ts";
import { countSlowly, delaysSlowly, inFixedOrder, passSlowly } from "./slow-dashboard.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 15, 30);
const WANTED: readonly CountName[] = [
  "total",
  "classes",
  "devices",
  "statuses",
  "sources",
  "lastDays",
  "receivedHours",
  "hours",
  "span",
  "delays",
  "places",
  "deviceClasses",
];
const DEVICES = ["cam-1", "cam-2", "cam-3"];
const CLASSES = ["fox", "Fox 2", "grey heron", "empty", ""];
const GROUPS = new Map([
  ["north", ["cam-1", "cam-3"]],
  ["south", []],
]);
const NAMES = { devices: new Map(), groups: GROUPS, offlineSets: new Map() };

const degrees = fc.constantFrom(null, 0, -12.5, 48.25, 0.000001);
const receivedMs = fc.oneof(
  fc.integer({ min: NOW_MS - 20 * DAY_MS, max: NOW_MS + 2 * DAY_MS }),
  // Before the camera's clock is trusted, and before moments are counted from.
  fc.integer({ min: -3 * DAY_MS, max: Date.UTC(2023, 8, 7) }),
);
const anyInsight = fc.record({
  className: fc.constantFrom(...CLASSES),
  deviceId: fc.constantFrom(...DEVICES),
  status: fc.constantFrom(...INSIGHT_STATUSES),
  commsSource: fc.constantFrom(null, ...COMMS_SOURCES),
  timeStampMs: receivedMs,
  delayMs: fc.option(fc.integer({ min: -2 * HOUR_MS, max: 6_000 * HOUR_MS }), { nil: null }),
  latitude: degrees,
  longitude: degrees,
});
const several = <Value>(values: readonly Value[]) => fc.option(fc.subarray([...values]), { nil: undefined });
const maybe = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: undefined });
const anyFilter: fc.Arbitrary<InsightFilter> = fc
  .record({
    showArchived: fc.boolean(),
    statuses: several(INSIGHT_STATUSES),
    classNames: several(CLASSES),
    deviceIds: several(DEVICES),
    groupIds: several([...GROUPS.keys()]),
    sources: several(COMMS_SOURCES),
    fromMs: fc.option(receivedMs, { nil: undefined }),
    toMs: fc.option(receivedMs, { nil: undefined }),
    hour: maybe(0, 23),
    receivedHour: maybe(0, 23),
    receivedWeekday: maybe(1, 7),
    minDelayHours: maybe(-2, 8),
    maxDelayHours: maybe(-2, 8),
  })
  .map(
    (filter) => Object.fromEntries(Object.entries(filter).filter(([, part]) => part !== undefined)) as never,
  );

function worldOf(parts: readonly (typeof anyInsight extends fc.Arbitrary<infer One> ? One : never)[]) {
  const insights = parts.map(({ delayMs, ...fields }, at) =>
    insight(String(at + 1), {
      ...fields,
      fileCtimeMs: delayMs === null ? null : fields.timeStampMs - delayMs,
    }),
  );
  const columns = new InsightColumns();
  const middle = Math.floor(insights.length / 2);
  columns.append(chunkOf(1, insights.slice(0, middle)));
  // The second chunk takes one of the first away again.
  columns.append(chunkOf(2, insights.slice(middle), middle > 0 ? ["1"] : []));
  const living: MirrorInsight[] = middle > 0 ? insights.slice(1) : insights;
  return { queries: new InsightQueries(columns, NAMES), living };
}

describe("the counts of the dashboard", () => {
  it("are those of going over all rows one by one, whatever the filter [DASH-35, DASH-37, DASH-38]", () => {
    fc.assert(
      fc.property(
        fc.array(anyInsight, { maxLength: 40 }),
        anyFilter,
        fc.dictionary(fc.integer({ min: 1, max: 40 }).map(String), fc.constantFrom(...INSIGHT_STATUSES)),
        (parts, filter, sent) => {
          const { queries, living } = worldOf(parts);
          const overlay: Overlay = new Map(Object.entries(sent));
          const world = { insights: living, overlay, groups: GROUPS };
          const counts = countDashboard(queries, { filter, wanted: WANTED, nowMs: NOW_MS }, overlay);
          const expected = {
            ...countSlowly(world, filter, NOW_MS),
            delays: delaysSlowly(passSlowly(world, delayFilter(filter))),
          };
          expect(inFixedOrder(counts)).toEqual(inFixedOrder(expected));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("are made of what is wanted alone", () => {
    const { queries } = worldOf([]);
    const question = { filter: { showArchived: true }, wanted: ["total", "span"], nowMs: NOW_MS } as const;
    expect(countDashboard(queries, question, new Map())).toEqual({ total: 0, span: null });
  });

  it("leave out what is archived unless it is shown, in every count but the delays [DASH-06, DASH-40]", () => {
    const at = { timeStampMs: NOW_MS, fileCtimeMs: NOW_MS - 90 * 60_000, latitude: 1, longitude: 1 };
    const columns = new InsightColumns();
    columns.append(chunkOf(1, [insight("1", { ...at, status: "archive" }), insight("2", at)]));
    const queries = new InsightQueries(columns, NAMES);
    const totals = (showArchived: boolean) => {
      const counts = countDashboard(
        queries,
        { filter: { showArchived }, wanted: WANTED, nowMs: NOW_MS },
        new Map(),
      );
      const sum = (list: readonly number[] | undefined) => list?.reduce((total, count) => total + count, 0);
      return {
        total: counts.total,
        classes: sum(counts.classes?.map(({ count }) => count)),
        devices: sum([...(counts.devices?.values() ?? [])]),
        statuses: sum(Object.values(counts.statuses ?? {})),
        sources: sum(counts.sources?.map(({ count }) => count)),
        lastDays: sum(counts.lastDays?.flatMap(({ perDay }) => perDay)),
        receivedHours: sum(counts.receivedHours?.flat()),
        hours: sum(counts.hours),
        places: sum(counts.places?.map(({ count }) => count)),
        deviceClasses: sum(counts.deviceClasses?.map(({ count }) => count)),
      };
    };
    expect(new Set(Object.values(totals(false)))).toEqual(new Set([1]));
    expect(new Set(Object.values(totals(true)))).toEqual(new Set([2]));
    const delays = (showArchived: boolean) =>
      countDashboard(queries, { filter: { showArchived }, wanted: ["delays"], nowMs: NOW_MS }, new Map())
        .delays;
    expect(delays(false)).toEqual([{ hours: 1, count: 2 }]);
    expect(delays(true)).toEqual(delays(false));
  });

  it("count delays of Sentinels by their name alone, whatever group is asked for [DASH-41, DASH-42]", () => {
    const at = { timeStampMs: NOW_MS, fileCtimeMs: NOW_MS - 3 * HOUR_MS };
    const columns = new InsightColumns();
    columns.append(
      chunkOf(1, [insight("1", { ...at, deviceId: "cam-1" }), insight("2", { ...at, deviceId: "cam-2" })]),
    );
    const names = {
      ...NAMES,
      devices: new Map([["cam-2", { deviceName: "Trap 2", displayName: "Gate" }]]),
    };
    const queries = new InsightQueries(columns, names);
    const delays = (filter: Omit<InsightFilter, "showArchived">) =>
      countDashboard(
        queries,
        { filter: { showArchived: false, ...filter }, wanted: ["delays"], nowMs: NOW_MS },
        new Map(),
      ).delays?.map(({ count }) => count);
    expect(delays({ groupIds: ["north"] })).toEqual([2]);
    expect(delays({ deviceName: "Gate" })).toEqual([1]);
    expect(delays({ deviceIds: ["cam-1"], groupIds: ["south"] })).toEqual([1]);
  });
});
