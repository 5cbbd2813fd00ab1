import { beforeAll, describe, expect, it } from "vitest";
import { openPackage } from "../../../../server/import/folder-source.ts";
import type { CountName } from "../../../../src/domain/dashboard/counts.ts";
import { dayRuns, detectionsPer100TrapNights, trapNights } from "../../../../src/domain/dashboard/effort.ts";
import { accumulateSpecies } from "../../../../src/domain/dashboard/species-accumulation.ts";
import { DAY_MS, HOUR_MS, utcDay } from "../../../../src/domain/time.ts";
import { readWildlifeInsights } from "../../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { countDashboard } from "../../../../src/query/dashboard/dashboard-counts.ts";
import { InsightColumns } from "../../../../src/query/insight-columns.ts";
import { InsightQueries } from "../../../../src/query/insight-query.ts";
import type { MirrorInsight } from "../../../../src/storage/mirror/insight-chunk.ts";
import { hasSharedData, sharedData } from "../../../support/shared-data.ts";
import { collectRecords } from "../../formats/collect-records.ts";
import { chunkOf, insight } from "../insight-fixtures.ts";

const CHUNK_ROWS = 10_000;
const NAMES = { devices: new Map(), groups: new Map(), offlineSets: new Map() };
const COUNTED: readonly CountName[] = ["total", "classes", "hours", "span", "delays", "receivedHours"];

/** Every insight arrives a day and a half after its photo, so that both times and the delay differ. */
const ARRIVES_AFTER_MS = 36 * HOUR_MS + 1;

async function readPackage(path: string): Promise<MirrorInsight[]> {
  const source = await openPackage(sharedData(path), { total: 0, read: 0 });
  const { devices, insights } = await collectRecords(readWildlifeInsights, source);
  const places = new Map(devices.map((device) => [device.deviceId, device]));
  return insights.map(({ deviceId, className, time }, at) =>
    insight(String(at + 1), {
      deviceId,
      className,
      fileCtimeMs: time?.epochMs ?? null,
      // Received long after 2023, so that the camera's time is the one that is shown.
      timeStampMs: Date.UTC(2024, 0, 1) + (time?.epochMs ?? 0) - Date.UTC(2016, 0, 1),
      latitude: places.get(deviceId)?.latitude ?? null,
      longitude: places.get(deviceId)?.longitude ?? null,
    }),
  );
}

function queriesOver(insights: readonly MirrorInsight[]): InsightQueries {
  const columns = new InsightColumns();
  for (let at = 0; at * CHUNK_ROWS < insights.length; at += 1) {
    columns.append(chunkOf(at + 1, insights.slice(at * CHUNK_ROWS, (at + 1) * CHUNK_ROWS)));
  }
  return new InsightQueries(columns, NAMES);
}

const ask = (queries: InsightQueries, filter = {}, wanted = COUNTED) =>
  countDashboard(
    queries,
    { filter: { showArchived: true, ...filter }, wanted, nowMs: Date.UTC(2026, 0, 1) },
    new Map(),
  );

/** Figures that stand here in full were counted from the CSV files by a program of its own, in another language. */
describe.runIf(hasSharedData())("the dashboard over real packages", () => {
  let cafe: readonly MirrorInsight[];
  let tapir: readonly MirrorInsight[];
  beforeAll(async () => {
    cafe = await readPackage("wildlife-insights/cafe-fauna-127k");
    tapir = await readPackage("wildlife-insights/mountain-tapir-17k");
  });

  it("counts the 127,704 photos of Café Fauna by hour of the day, and its classes", () => {
    const { total, hours, classes } = ask(queriesOver(cafe));
    expect(total).toBe(127_704);
    expect(hours).toEqual([
      2188, 3054, 2931, 1902, 2238, 2418, 4734, 6491, 5514, 8193, 10976, 12235, 12892, 14114, 9816, 7347,
      5296, 3004, 2046, 2315, 1739, 1912, 1923, 2426,
    ]);
    expect(classes?.slice(0, 2).map(({ className, count }) => [className, count])).toEqual([
      ["empty", 71_225],
      ["Red Junglefowl", 19_837],
    ]);
  });

  it("counts the mountain tapir's hours, and the species of its forest as they were first seen", () => {
    const queries = queriesOver(tapir);
    expect(ask(queries, { classNames: ["Mountain Tapir"] }).hours).toEqual([
      416, 767, 455, 450, 425, 482, 427, 364, 484, 228, 53, 45, 1, 601, 287, 502, 89, 249, 546, 332, 248, 846,
      202, 461,
    ]);
    const { classes, span } = ask(queries);
    const steps = accumulateSpecies(classes ?? [], span ?? null)
      .filter(({ fresh }) => fresh.length > 0)
      .map(({ dayMs, species }) => [utcDay(dayMs), species]);
    expect(steps).toHaveLength(56);
    expect(steps.slice(0, 5)).toEqual([
      ["2016-12-16", 2],
      ["2016-12-17", 5],
      ["2016-12-18", 15],
      ["2016-12-19", 17],
      ["2016-12-21", 21],
    ]);
    expect(steps.at(-1)).toEqual(["2018-06-12", 92]);
  });

  it("rates the mountain tapir at one camera by the 27 days on which that worked", () => {
    const camera = "CT-UC-01-04";
    const days = new Set(
      tapir
        .filter(({ deviceId }) => deviceId === camera)
        .map(({ fileCtimeMs }) => Math.floor((fileCtimeMs ?? 0) / DAY_MS)),
    );
    const runs = dayRuns([...days].sort((one, other) => one - other));
    const nights = trapNights(runs, { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY });
    const filter = { classNames: ["Mountain Tapir"], deviceIds: [camera] };
    const { total = 0 } = ask(queriesOver(tapir), filter, ["total"]);
    expect([total, nights]).toEqual([659, 27]);
    expect(detectionsPer100TrapNights(total, nights)).toBeCloseTo(2440.740740741, 6);
  });

  it("counts delays and hours of receipt as each photo by itself says", () => {
    const received = cafe.map((one) => ({
      ...one,
      timeStampMs: Date.UTC(2024, 0, 1) + ARRIVES_AFTER_MS,
      fileCtimeMs: Date.UTC(2024, 0, 1),
    }));
    const { delays, receivedHours } = ask(queriesOver(received));
    expect(delays).toEqual([{ hours: 36, count: 127_704 }]);
    // The first of January 2024 was a Monday: 36 hours later it is Tuesday noon.
    expect(receivedHours?.[1]?.[12]).toBe(127_704);
  });
});
