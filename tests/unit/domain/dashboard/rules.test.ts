import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ArchiveChange,
  changeArchive,
  delayFilter,
} from "../../../../src/domain/dashboard/archived-rule.ts";
import { delayBins } from "../../../../src/domain/dashboard/delay-bins.ts";
import {
  dayRuns,
  detectionsPer100TrapNights,
  MOST_REPORT_DAYS,
  ratedSpan,
  reportedSpan,
  trapNights,
} from "../../../../src/domain/dashboard/effort.ts";
import { emptyReason } from "../../../../src/domain/dashboard/empty-reason.ts";
import { hatchesOf } from "../../../../src/domain/dashboard/hatches.ts";
import {
  areTooManyClasses,
  areTooManyDevices,
  chartClassName,
  NARROW_CHART_PX,
} from "../../../../src/domain/dashboard/limits.ts";
import type { Label } from "../../../../src/domain/dashboard/picture.ts";
import { accumulateSpecies, dailyPoints } from "../../../../src/domain/dashboard/species-accumulation.ts";
import { isWidgetOn, readWidgetChoices, withWidget } from "../../../../src/domain/dashboard/visibility.ts";
import { INSIGHT_STATUSES, type InsightStatus } from "../../../../src/domain/insight/insight.ts";
import { speciesMark } from "../../../../src/domain/insight/species-colour.ts";
import { DAY_MS, hoursSinceRoundedDown, utcHour, utcWeekday } from "../../../../src/domain/time.ts";

const statuses = fc.subarray([...INSIGHT_STATUSES]);

interface ArchiveFilter {
  showArchived: boolean;
  statuses?: readonly InsightStatus[];
}
const changed = (filter: ArchiveFilter, change: ArchiveChange) => changeArchive(filter, change);

describe("the two-way rule of “Show archived” and the status filter", () => {
  it("clears the exclusion when the switch is turned on, and keeps all else [DASH-07]", () => {
    expect(changed({ showArchived: false, statuses: ["favorite"] }, { kind: "switch", on: true })).toEqual({
      showArchived: true,
      statuses: ["favorite"],
    });
  });

  it("turns the switch on when archived is chosen as a status, and only then [DASH-08]", () => {
    fc.assert(
      fc.property(fc.boolean(), statuses, (showArchived, chosen) => {
        const after = changed({ showArchived }, { kind: "statuses", statuses: chosen });
        expect(after.showArchived).toBe(showArchived || chosen.includes("archive"));
        expect(after.statuses ?? []).toEqual(chosen);
      }),
    );
  });

  it("takes archived out of the status filter when the switch is turned off again, so that neither undoes the other", () => {
    fc.assert(
      fc.property(fc.boolean(), statuses, (showArchived, chosen) => {
        const chose = changed({ showArchived }, { kind: "statuses", statuses: chosen });
        const off = changed(chose, { kind: "switch", on: false });
        expect(off.showArchived).toBe(false);
        expect(off.statuses ?? []).toEqual(chosen.filter((status) => status !== "archive"));
        // Nothing more happens when either is said again.
        expect(changed(off, { kind: "statuses", statuses: off.statuses ?? [] })).toEqual(off);
      }),
    );
    expect(changed({ showArchived: true, statuses: ["archive"] }, { kind: "switch", on: false })).toEqual({
      showArchived: false,
    });
  });

  it("leaves of a filter for the delays all but the archive and the group", () => {
    const filter = {
      showArchived: false,
      statuses: ["archive", "none"] as const,
      groupIds: ["3"],
      deviceIds: ["7"],
      fromMs: 5,
    };
    expect(delayFilter(filter)).toEqual({
      showArchived: true,
      statuses: ["none"],
      deviceIds: ["7"],
      fromMs: 5,
    });
    expect(delayFilter({ showArchived: true, statuses: ["archive"] as const })).toEqual({
      showArchived: true,
    });
  });
});

describe("the limits of charts", () => {
  it("call 30 classes too many, and 25 on a narrow screen [DASH-27, DASH-28]", () => {
    expect([29, 30, 31].map((count) => areTooManyClasses(count, false))).toEqual([false, true, true]);
    expect([24, 25, 26].map((count) => areTooManyClasses(count, true))).toEqual([false, true, true]);
  });

  it("call 25 Sentinels too many, and 20 on a narrow screen [DASH-30, DASH-31]", () => {
    expect([24, 25, 26].map((count) => areTooManyDevices(count, false))).toEqual([false, true, true]);
    expect([19, 20, 21].map((count) => areTooManyDevices(count, true))).toEqual([false, true, true]);
  });

  it("cut class names to 13 characters, no character in two [DASH-32]", () => {
    expect(chartClassName("South American Coati")).toBe("South America");
    expect(chartClassName("thirteen char")).toBe("thirteen char");
    expect([...chartClassName("🦌".repeat(20))]).toHaveLength(13);
  });

  it("count a screen of up to 625 px as narrow [DASH-33]", () => {
    expect(NARROW_CHART_PX).toBe(625);
  });
});

describe("a dashboard without insights", () => {
  const content = { devices: 2, held: 9, shown: 3, complete: true, filtered: false };

  it("says what to do first: connect, add a Sentinel, wait for it, or show what the filter hides", () => {
    expect(emptyReason(content)).toBeNull();
    const none = { ...content, held: 0, shown: 0 };
    expect(emptyReason({ ...none, complete: false, devices: 0 })).toBe("notSynced");
    expect(emptyReason({ ...none, devices: 0, filtered: true })).toBe("noDevices");
    expect(emptyReason({ ...none, filtered: true })).toBe("noInsights");
    expect(emptyReason({ ...content, shown: 0, filtered: true, complete: false })).toBe("filtered");
    expect(emptyReason({ ...content, shown: 0 })).toBe("archived");
  });
});

describe("the parts of a chart", () => {
  it("never look the same: classes of one colour have a hatch each, the first of them none", () => {
    const names = fc.uniqueArray(fc.string({ maxLength: 12 }), {
      maxLength: 29,
      selector: (name) => name.trim().toLowerCase(),
    });
    fc.assert(
      fc.property(names, (classNames) => {
        const labels: Label[] = [
          ...classNames.map((className) => ({ kind: "class", className }) as const),
          { kind: "otherClasses", count: 2 },
        ];
        const slots = [...classNames.map((name) => speciesMark(name).slot), null];
        const hatches = hatchesOf(labels);
        expect(new Set(hatches.map((hatch, at) => `${slots[at]} ${hatch}`)).size).toBe(labels.length);
        for (const [at, hatch] of hatches.entries()) {
          expect(hatch === 0).toBe(slots.indexOf(slots[at] ?? null) === at);
        }
      }),
    );
    expect(
      hatchesOf([
        { kind: "series", name: "insights" },
        { kind: "series", name: "images" },
      ]),
    ).toEqual([0, 0]);
  });
});

describe("hours and delays", () => {
  it("round hours since a report down to whole ones [DASH-39]", () => {
    const hour = 3_600_000;
    expect(hoursSinceRoundedDown(0, hour - 1)).toBe(0);
    expect(hoursSinceRoundedDown(0, 5 * hour - 1)).toBe(4);
    expect(hoursSinceRoundedDown(0, 5 * hour)).toBe(5);
    expect(hoursSinceRoundedDown(hour, 0)).toBe(0);
    expect([hoursSinceRoundedDown(null, hour), hoursSinceRoundedDown(Number.NaN, hour)]).toEqual([
      null,
      null,
    ]);
  });

  it("put each delay into the one bar that names its hours, negative ones into their own", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -5, max: 90 })), (hours) => {
        const bins = delayBins(hours.map((hour) => ({ hours: hour, count: 2 })));
        for (const { least, most, count } of bins) {
          const inside = hours.filter(
            (hour) =>
              hour >= (least ?? Number.NEGATIVE_INFINITY) && hour <= (most ?? Number.POSITIVE_INFINITY),
          );
          expect(count).toBe(2 * inside.length);
        }
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(2 * hours.length);
        expect(bins.some(({ least }) => least === null)).toBe(hours.some((hour) => hour < 0));
      }),
    );
  });

  it("tell the hour and the weekday of any moment as the calendar does, before 1970 too", () => {
    fc.assert(
      fc.property(fc.integer({ min: -8e12, max: 8e12 }), (atMs) => {
        expect(utcHour(atMs)).toBe(new Date(atMs).getUTCHours());
        expect(utcWeekday(atMs)).toBe(new Date(atMs).getUTCDay() || 7);
      }),
    );
  });
});

describe("which widgets are on", () => {
  const on = { id: "a", onByDefault: true };
  const off = { id: "b", onByDefault: false };

  it("keeps only what differs from the default, so that another default holds once it changes [DASH-11]", () => {
    const choices = withWidget(withWidget({}, on, false), off, true);
    expect(choices).toEqual({ a: false, b: true });
    expect([isWidgetOn(on, choices), isWidgetOn(off, choices)]).toEqual([false, true]);
    expect(withWidget(withWidget(choices, on, true), off, false)).toEqual({});
  });

  it("reads what was stored, and takes what it does not understand for no choice", () => {
    expect(readWidgetChoices(JSON.stringify({ a: false, b: "yes", gone: true }))).toEqual({
      a: false,
      gone: true,
    });
    for (const broken of [null, "", "{", "[]", "null", "7"]) expect(readWidgetChoices(broken)).toEqual({});
  });
});

const ALWAYS = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

describe("effort", () => {
  const days = fc
    .uniqueArray(fc.integer({ min: 19_000, max: 19_060 }))
    .map((list) => list.sort((a, b) => a - b));

  it("counts the days on which a Sentinel reported within the dates, one by one or by runs", () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 18_990, max: 19_070 }),
        fc.integer({ min: 18_990, max: 19_070 }),
        (list, from, to) => {
          const slow = list.filter((day) => day >= from && day <= to).length;
          const runs = dayRuns(list);
          expect(trapNights(runs, { fromMs: from * DAY_MS, toMs: (to + 1) * DAY_MS - 1 })).toBe(slow);
          expect(trapNights(runs, ALWAYS)).toBe(list.length);
          expect(runs.every(([first], at) => at === 0 || first > (runs[at - 1]?.[1] ?? 0) + 1)).toBe(true);
        },
      ),
    );
    expect(trapNights(undefined, ALWAYS)).toBe(0);
  });

  const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
  const endOf = (text: string) => day(text) + DAY_MS - 1;

  it("is counted over the days of the filter that the reports cover, the day of the last reading included", () => {
    const readAtMs = day("2026-11-21") + 5_000;
    const oldest = day("2026-11-21") - (MOST_REPORT_DAYS - 1) * DAY_MS;
    expect(reportedSpan({ readAtMs, filter: {} })).toEqual({ fromMs: oldest, toMs: endOf("2026-11-21") });
    const filter = { fromMs: day("2026-11-01"), toMs: endOf("2026-11-07") };
    expect(reportedSpan({ readAtMs, filter })).toEqual(filter);
    expect(reportedSpan({ readAtMs, filter: { fromMs: 0, toMs: endOf("2026-12-24") } })).toEqual({
      fromMs: oldest,
      toMs: endOf("2026-11-21"),
    });
  });

  it("is rated over the days whose insights are here, a day of which some are missing left out", () => {
    const reported = { fromMs: day("2026-11-01"), toMs: endOf("2026-11-21") };
    const from = (heldFromMs: number | null) => ratedSpan(reported, heldFromMs).fromMs;
    expect(from(null)).toBe(reported.fromMs);
    expect(from(day("2026-10-01"))).toBe(reported.fromMs);
    expect(from(day("2026-11-14"))).toBe(day("2026-11-14"));
    expect(from(day("2026-11-14") + 1)).toBe(day("2026-11-15"));
    expect(from(endOf("2026-11-14"))).toBe(day("2026-11-15"));
    expect(ratedSpan(reported, day("2026-11-14")).toMs).toBe(reported.toMs);
    const none = ratedSpan(reported, day("2026-12-01"));
    expect(trapNights([[0, 99_999]], none)).toBe(0);
  });

  it("rates detections by 100 trap nights, and not at all without effort", () => {
    expect(detectionsPer100TrapNights(3, 60)).toBe(5);
    expect(detectionsPer100TrapNights(5, 0)).toBeNull();
  });
});

describe("the species accumulation curve", () => {
  const anySeen = fc.array(
    fc.record({
      className: fc.constantFrom("fox", "boar", "lynx", "empty", "vehicle", ""),
      dayMs: fc.integer({ min: 20_000, max: 20_030 }).map((day) => day * DAY_MS + 5),
    }),
    { minLength: 1 },
  );

  it("is at the end of each day the number of species that were seen by then", () => {
    fc.assert(
      fc.property(anySeen, (seen) => {
        const names = [...new Set(seen.map(({ className }) => className))];
        const classes = names.map((className) => {
          const moments = seen.filter((one) => one.className === className).map(({ dayMs }) => dayMs);
          return {
            className,
            count: moments.length,
            firstMs: Math.min(...moments),
            lastMs: Math.max(...moments),
          };
        });
        const all = seen.map(({ dayMs }) => dayMs);
        const steps = accumulateSpecies(classes, { firstMs: Math.min(...all), lastMs: Math.max(...all) });
        for (const { dayMs, species } of [...steps, ...dailyPoints(steps, 12)]) {
          const byThen = seen.filter(
            (one) => one.dayMs < dayMs + DAY_MS && ["fox", "boar", "lynx"].includes(one.className),
          );
          expect(species).toBe(new Set(byThen.map(({ className }) => className)).size);
        }
      }),
    );
    expect(accumulateSpecies([], null)).toEqual([]);
  });
});
