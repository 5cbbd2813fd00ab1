import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DashboardCounts, LAST_DAYS } from "../../../../src/domain/dashboard/counts.ts";
import { type DaySpan, dayRuns, type ReportDays } from "../../../../src/domain/dashboard/effort.ts";
import type { WidgetPicture } from "../../../../src/domain/dashboard/picture.ts";
import type { DashboardWorld, WorldEffort } from "../../../../src/domain/dashboard/widget.ts";
import { WIDGETS, type WidgetId } from "../../../../src/domain/dashboard/widgets.ts";
import { DAY_MS, utcDay } from "../../../../src/domain/time.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 15, 30);
const TODAY = Math.floor(NOW_MS / DAY_MS);

const EMPTY: DashboardCounts = {
  total: 0,
  classes: [],
  devices: new Map(),
  statuses: { acknowledge: 0, favorite: 0, archive: 0, none: 0 },
  sources: [],
  lastDays: [],
  receivedHours: Array.from({ length: 7 }, () => new Array(24).fill(0)),
  hours: new Array(24).fill(0),
  span: null,
  delays: [],
  places: [],
  deviceClasses: [],
};
const device = (deviceId: string, fields: Partial<DashboardWorld["devices"][number]> = {}) => ({
  deviceId,
  name: `Sentinel ${deviceId}`,
  lastSeenMs: NOW_MS - 90 * 60_000,
  imagesProcessed: 1_000,
  latitude: null,
  longitude: null,
  ...fields,
});
const ALWAYS = { fromMs: 0, toMs: (TODAY + 1) * DAY_MS - 1 };
const effortOf = (days: ReportDays, reported: DaySpan = ALWAYS, rated: DaySpan = reported): WorldEffort => ({
  days,
  reported,
  rated,
});
const world = (change: Partial<DashboardWorld> = {}): DashboardWorld => ({
  devices: [],
  nowMs: NOW_MS,
  narrow: false,
  effort: effortOf(new Map()),
  ...change,
});
function picture(id: WidgetId, counts: Partial<DashboardCounts>, change: Partial<DashboardWorld> = {}) {
  const widget = WIDGETS.find((one) => one.id === id);
  if (widget === undefined) throw new Error(`no widget ${id}`);
  return widget.picture({ ...EMPTY, ...counts }, world(change));
}
type Drawn<Kind extends WidgetPicture["kind"]> = Extract<WidgetPicture, { kind: Kind }>;
function drawn<Kind extends WidgetPicture["kind"]>(found: WidgetPicture, kind: Kind): Drawn<Kind> {
  expect(found.kind).toBe(kind);
  return found as Drawn<Kind>;
}
const classesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    className: `class ${at}`,
    count: count - at,
    firstMs: NOW_MS,
    lastMs: NOW_MS,
  }));
const devicesOf = (count: number) => Array.from({ length: count }, (_, at) => device(String(at)));

describe("the list of widgets", () => {
  it("has each once, all on by default but the two that the specification turns off", () => {
    const ids = WIDGETS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(WIDGETS.filter(({ onByDefault }) => !onByDefault).map(({ id }) => id)).toEqual([
      "totalDevices",
      "commsSource",
    ]);
  });

  it("draws nothing where there is nothing to draw", () => {
    const kinds = WIDGETS.map(({ id }) => [id, picture(id, {}).kind]);
    const figures = ["totalInsights", "totalClasses", "totalDevices"];
    expect(kinds).toEqual(WIDGETS.map(({ id }) => [id, figures.includes(id) ? "figure" : "noData"]));
  });
});

describe("limits in widgets", () => {
  const perDay = new Array(LAST_DAYS).fill(1);
  it.each(["insightsByClass", "insightsLastTwoWeeks"] as const)(
    "%s says that classes are too many from the limit on, and its table still names them all",
    (id) => {
      const counts = (count: number) => ({
        classes: classesOf(count),
        lastDays: classesOf(count).map(({ className }) => ({ className, perDay })),
      });
      expect(picture(id, counts(29)).kind).toBe("bars");
      expect(picture(id, counts(25), { narrow: true }).kind).toBe("tooMany");
      const tooMany = drawn(picture(id, counts(30)), "tooMany");
      expect(tooMany.of).toBe("classes");
      expect(new Set(tooMany.table.rows.map(({ link }) => link?.className)).size).toBe(30);
    },
  );

  it.each(["hoursSinceGraph", "insightsVsImages", "effort"] as const)(
    "%s says that Sentinels are too many from the limit on",
    (id) => {
      const change = (count: number) => {
        const devices = devicesOf(count);
        return {
          devices,
          effort: effortOf(new Map(devices.map(({ deviceId }) => [deviceId, [[TODAY, TODAY] as const]]))),
        };
      };
      expect(picture(id, {}, change(24)).kind).toBe("bars");
      expect(picture(id, {}, { ...change(20), narrow: true }).kind).toBe("tooMany");
      const tooMany = drawn(picture(id, {}, change(25)), "tooMany");
      expect([tooMany.of, tooMany.table.rows.length]).toEqual(["devices", 25]);
    },
  );

  it("leaves tables without a limit", () => {
    expect(
      drawn(picture("hoursSinceTable", {}, { devices: devicesOf(60) }), "table").table.rows,
    ).toHaveLength(60);
  });
});

describe("insights of the last two weeks", () => {
  it("covers exactly 14 UTC days that end today, and stacks five classes and the rest [DASH-34]", () => {
    const anyDays = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: LAST_DAYS, maxLength: LAST_DAYS });
    fc.assert(
      fc.property(fc.array(anyDays, { minLength: 1, maxLength: 29 }), (lists) => {
        const lastDays = lists.map((perDay, at) => ({ className: `class ${at}`, perDay }));
        const bars = drawn(picture("insightsLastTwoWeeks", { lastDays }), "bars");
        const days = bars.categories.map((label) => (label.kind === "day" ? utcDay(label.dayMs) : ""));
        expect([days.length, days[0], days.at(-1)]).toEqual([14, "2026-11-08", "2026-11-21"]);
        for (let day = 0; day < LAST_DAYS; day += 1) {
          const ofDay = lists.reduce((sum, perDay) => sum + (perDay[day] ?? 0), 0);
          expect(bars.series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0)).toBe(ofDay);
        }
        expect(bars.series.length).toBe(Math.min(6, lists.length));
        const tabled = bars.table.rows.reduce((sum, { cells }) => sum + Number(cells[2]), 0);
        expect(tabled).toBe(lists.flat().reduce((sum, count) => sum + count, 0));
      }),
    );
  });

  it("opens the insights of a day and a class, or of all the rest", () => {
    const lastDays = classesOf(8).map(({ className }) => ({
      className,
      perDay: new Array(LAST_DAYS).fill(1),
    }));
    const { series } = drawn(picture("insightsLastTwoWeeks", { lastDays }), "bars");
    const fromMs = Date.UTC(2026, 10, 21);
    const ofToday = { fromMs, toMs: fromMs + DAY_MS - 1 };
    expect(series[0]?.links?.[13]).toEqual({ className: "class 0", ...ofToday });
    expect(series[5]?.links?.[13]).toEqual({ classNames: ["class 5", "class 6", "class 7"], ...ofToday });
  });
});

describe("Sentinels in widgets", () => {
  it("stand by the hours since their last report, those that never reported first, and not in the graph", () => {
    const devices = [
      device("late", { lastSeenMs: NOW_MS - 51 * 3_600_000 - 1 }),
      device("fresh", { lastSeenMs: NOW_MS - 3_599_999 }),
      device("never", { lastSeenMs: null }),
    ];
    const table = drawn(picture("hoursSinceTable", {}, { devices }), "table").table;
    expect(table.rows.map(({ link, cells }) => [link?.deviceId, cells[1]])).toEqual([
      ["never", null],
      ["late", 51],
      ["fresh", 0],
    ]);
    const graph = drawn(picture("hoursSinceGraph", {}, { devices }), "bars");
    expect(graph.series[0]?.values).toEqual([51, 0]);
    expect(graph.notes).toEqual([{ kind: "neverSeen", devices: 1 }]);
  });

  it("are counted all, with insights or without, and stand beside their images", () => {
    const devices = [
      device("a"),
      device("b", { imagesProcessed: null }),
      device("c", { imagesProcessed: 7 }),
    ];
    const counts = { devices: new Map([["a", 5]]) };
    expect(drawn(picture("totalDevices", counts, { devices }), "figure").value).toBe(3);
    const bars = drawn(picture("insightsVsImages", counts, { devices }), "bars");
    expect(bars.series.map(({ values }) => values)).toEqual([
      [5, 0],
      [1_000, 7],
    ]);
    // Images are some hundred times as many: on a common axis no insight would be seen.
    expect(bars.series.map(({ secondAxis = false }) => secondAxis)).toEqual([false, true]);
  });

  it("are rated by class and 100 nights, those without effort left out and told", () => {
    const anyCounts = fc.array(
      fc.record({
        deviceId: fc.constantFrom("a", "b", "c"),
        className: fc.constantFrom("fox", "boar"),
        count: fc.integer({ min: 1, max: 50 }),
      }),
      { minLength: 1 },
    );
    const anyNights = fc.record({
      a: fc.integer({ min: 0, max: 30 }),
      b: fc.integer({ min: 0, max: 30 }),
      c: fc.constant(0),
    });
    fc.assert(
      fc.property(anyCounts, anyNights, (list, nights) => {
        const deviceClasses = [
          ...new Map(list.map((entry) => [`${entry.deviceId} ${entry.className}`, entry])).values(),
        ];
        const names = [...new Set(deviceClasses.map(({ className }) => className))];
        const classes = names.map((className) => ({ className, count: 1, firstMs: 0, lastMs: 0 }));
        const reportDays = new Map(
          Object.entries(nights).map(([id, count]) => [
            id,
            dayRuns(Array.from({ length: count }, (_, at) => TODAY - count + at)),
          ]),
        );
        const devices = ["a", "b", "c"].map((id) => device(id));
        const found = picture(
          "detectionRate",
          { classes, deviceClasses },
          {
            devices,
            effort: effortOf(reportDays),
          },
        );
        const withEffort = deviceClasses.filter(({ deviceId }) => nights[deviceId as "a"] > 0);
        expect(found.kind).toBe(withEffort.length === 0 ? "noData" : "bars");
        if (found.kind !== "bars") return;
        const { rows } = found.table;
        expect(rows).toHaveLength(withEffort.length);
        for (const { link, cells } of rows) {
          const { count } = withEffort.find(
            ({ deviceId, className }) => deviceId === link?.deviceId && className === link?.className,
          ) ?? { count: Number.NaN };
          const rate = (count / nights[link?.deviceId as "a"]) * 100;
          expect((cells[4] as { value: number }).value).toBeCloseTo(rate, 9);
        }
      }),
    );
  });

  it("worked on the days within the dates of the filter", () => {
    const reportDays = new Map([["a", [[TODAY - 20, TODAY - 11] as const, [TODAY - 5, TODAY] as const]]]);
    const devices = [device("a"), device("b")];
    const all = drawn(picture("effort", {}, { devices, effort: effortOf(reportDays) }), "bars");
    expect(all.series[0]?.values).toEqual([16]);
    expect(all.notes).toEqual([
      { kind: "daysCounted", ...ALWAYS },
      { kind: "effortUnknown", devices: 1 },
    ]);
    const days = { fromMs: (TODAY - 12) * DAY_MS, toMs: ALWAYS.toMs };
    const part = drawn(picture("effort", {}, { devices, effort: effortOf(reportDays, days) }), "bars");
    expect(part.series[0]?.values).toEqual([8]);
  });

  it("are rated by the nights of the days whose insights are here, which the widget names and its links ask for", () => {
    const week = { fromMs: (TODAY - 6) * DAY_MS, toMs: ALWAYS.toMs };
    const counts = {
      classes: [{ className: "fox", count: 7, firstMs: NOW_MS, lastMs: NOW_MS }],
      deviceClasses: [{ deviceId: "a", className: "fox", count: 7 }],
    };
    const days = new Map([["a", [[TODAY - 99, TODAY] as const]]]);
    const change = { devices: [device("a")], effort: effortOf(days, ALWAYS, week) };
    const rate = drawn(picture("detectionRate", counts, change), "bars");
    expect(rate.series[0]?.values).toEqual([100]);
    expect(rate.series[0]?.links).toEqual([{ deviceId: "a", className: "fox", ...week }]);
    expect(rate.table.rows[0]?.link).toEqual({ deviceId: "a", className: "fox", ...week });
    expect(rate.notes).toEqual([{ kind: "daysCounted", ...week }]);
    // The days that it worked need no insights.
    expect(drawn(picture("effort", {}, change), "bars").series[0]?.values).toEqual([100]);
  });

  it("need the days of their reports, and say so where these are not here", () => {
    for (const id of ["effort", "detectionRate"] as const) {
      expect(picture(id, {}, { effort: null }).kind).toBe("effortMissing");
    }
  });
});

describe("species that were not seen for long", () => {
  it("stand first, by the UTC days since their last insight, which no clock ahead makes negative", () => {
    const today = TODAY * DAY_MS;
    const seen = fc.uniqueArray(
      fc.record({
        className: fc.constantFrom("fox", "boar", "lynx", "hare", "empty", "vehicle", ""),
        lastMs: fc.integer({ min: today - 40 * DAY_MS, max: today + 2 * DAY_MS }),
      }),
      { selector: ({ className }) => className },
    );
    fc.assert(
      fc.property(seen, (list) => {
        const classes = list.map((one) => ({ ...one, firstMs: 0, count: 4 }));
        const species = list.filter(({ className }) => ["fox", "boar", "lynx", "hare"].includes(className));
        const found = picture("lastSeen", { classes });
        expect(found.kind).toBe(species.length === 0 ? "noData" : "bars");
        if (found.kind !== "bars") return;
        const days = found.table.rows.map(({ cells }) => Number(cells[1]));
        expect(days).toEqual([...days].sort((one, other) => other - one));
        expect(found.series[0]?.values).toEqual(days);
        expect(found.table.rows).toHaveLength(species.length);
        for (const { link, cells } of found.table.rows) {
          const { lastMs = Number.NaN } = species.find((one) => one.className === link?.className) ?? {};
          const calendarDays = (Date.parse(utcDay(NOW_MS)) - Date.parse(utcDay(lastMs))) / DAY_MS;
          expect(cells[1]).toBe(Math.max(0, calendarDays));
          expect(cells[2]).toEqual({ kind: "moment", atMs: lastMs });
        }
      }),
    );
  });

  it("are too many to draw from the limit on, and all in the table", () => {
    expect(picture("lastSeen", { classes: classesOf(29) }).kind).toBe("bars");
    const tooMany = drawn(picture("lastSeen", { classes: classesOf(30) }), "tooMany");
    expect([tooMany.of, tooMany.table.rows.length]).toEqual(["classes", 30]);
  });
});

describe("hours in widgets", () => {
  it("has a cell for each weekday and hour of receipt in UTC, which opens its insights", () => {
    const receivedHours = EMPTY.receivedHours.map((hours, day) => hours.map((_, hour) => day * 24 + hour));
    const grid = drawn(picture("receivedHourByDay", { total: 9, receivedHours }), "grid");
    expect([grid.rows.length, grid.columns.length]).toEqual([7, 24]);
    expect(grid.values[6]?.[23]).toBe(167);
    expect(grid.links[6]?.[23]).toEqual({ receivedWeekday: 7, receivedHour: 23 });
  });

  it("draws the sun over activity where the places have one, and says why where not", () => {
    const hours = EMPTY.hours.map((_, hour) => hour);
    const span = { firstMs: NOW_MS, medianMs: NOW_MS, lastMs: NOW_MS };
    const lit = picture("dailyActivity", {
      total: 9,
      hours,
      span,
      places: [{ latitude: 1, longitude: 2, count: 9 }],
    });
    expect(drawn(lit, "bars").series.map(({ label, values }) => [label.kind, values.length])).toEqual([
      ["series", 24],
      ["series", 24],
    ]);
    expect(drawn(lit, "bars").series[0]?.values).toEqual(hours);
    const dark = drawn(picture("dailyActivity", { total: 9, hours, span }), "bars");
    expect(dark.notes).toEqual([{ kind: "sunUnknown" }]);
  });
});
