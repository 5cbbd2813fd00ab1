import { describe, expect, it } from "vitest";
import {
  type ArrivedReport,
  arrivalsAfterInsight,
  arrivalsAfterReport,
  arrivalsUpTo,
  type DeviceArrivals,
  EARLIEST_REPORT_MS,
  isLateReport,
  LATE_REPORTS_MS,
} from "../../../../src/domain/alert/device-arrivals.ts";
import { HOUR_MS } from "../../../../src/domain/time.ts";

const SILENT: ArrivedReport = {
  batteryVoltage: null,
  hasCableError: null,
  imagesProcessed: null,
  lastTriggerMs: null,
};

/** The arrivals after these reports, at the moments 100, 200, … */
function afterReports(...reports: Partial<ArrivedReport>[]): DeviceArrivals {
  const known = reports.reduce<DeviceArrivals | null>(
    (before, report, at) => arrivalsAfterReport(before, { ...SILENT, ...report }, (at + 1) * 100),
    null,
  );
  if (known === null) throw new Error("no reports");
  return known;
}

describe("what arrives of a Sentinel", () => {
  it("begins with the first report, which alone says nothing of insights, battery, cable and camera", () => {
    expect(afterReports({})).toEqual({
      firstAtMs: 100,
      insightAtMs: null,
      triggerAtMs: null,
      batteryVoltage: null,
      batteryAtMs: null,
      cableErrorSinceMs: null,
      toldImages: null,
      toldTriggerMs: null,
    });
  });

  it("begins with the first insight as well, and later ones move its time", () => {
    const first = arrivalsAfterInsight(null, 50);
    expect(first).toMatchObject({ firstAtMs: 50, insightAtMs: 50, triggerAtMs: null });
    expect(arrivalsAfterInsight(first, 70)).toMatchObject({ firstAtMs: 50, insightAtMs: 70 });
  });

  it("keeps the last battery that was reported, with its arrival", () => {
    expect(afterReports({ batteryVoltage: 4 }, { batteryVoltage: 3.1 }, {})).toMatchObject({
      batteryVoltage: 3.1,
      batteryAtMs: 200,
    });
  });

  it("keeps since when the cable is reported faulty, until a report says that it is not", () => {
    const faulty = [{ hasCableError: false }, { hasCableError: true }, {}, { hasCableError: true }];
    expect(afterReports(...faulty).cableErrorSinceMs).toBe(200);
    expect(afterReports(...faulty, { hasCableError: false }).cableErrorSinceMs).toBeNull();
  });

  it("takes the first report that tells of the camera for a trigger, even with no picture", () => {
    expect(afterReports({}, { imagesProcessed: 0 }, {})).toMatchObject({ triggerAtMs: 200, toldImages: 0 });
    expect(afterReports({}, { lastTriggerMs: 9 }, {})).toMatchObject({ triggerAtMs: 200, toldTriggerMs: 9 });
  });

  it("sees a trigger in a greater count of pictures, and in no other one", () => {
    expect(
      afterReports({ imagesProcessed: 5 }, { imagesProcessed: 5 }, { imagesProcessed: 4 }).triggerAtMs,
    ).toBe(100);
    expect(
      afterReports({ imagesProcessed: 5 }, { imagesProcessed: 4 }, { imagesProcessed: 5 }).triggerAtMs,
    ).toBe(300);
  });

  it("does not believe a later trigger where the count of pictures stays, as after a clock was set", () => {
    const told = { imagesProcessed: 5, lastTriggerMs: 10 };
    expect(afterReports(told, { ...told, lastTriggerMs: 99 })).toMatchObject({
      triggerAtMs: 100,
      toldTriggerMs: 99,
    });
  });

  it("sees a trigger in a later one where no pictures are counted", () => {
    expect(afterReports({ lastTriggerMs: 9 }, { lastTriggerMs: 9 }, { lastTriggerMs: 8 }).triggerAtMs).toBe(
      100,
    );
    expect(afterReports({ lastTriggerMs: 9 }, { lastTriggerMs: 10 }).triggerAtMs).toBe(200);
    expect(afterReports({ imagesProcessed: 3 }, { lastTriggerMs: 1 }).triggerAtMs).toBe(200);
    // A clock that begins at zero, or before it.
    expect(afterReports({ imagesProcessed: 3 }, { lastTriggerMs: -5 }).triggerAtMs).toBe(200);
  });

  it("takes a count of pictures for no trigger where triggers were told before", () => {
    expect(afterReports({ lastTriggerMs: 9 }, { imagesProcessed: 3 })).toMatchObject({
      triggerAtMs: 100,
      toldImages: 3,
    });
  });

  it("takes an insight for a trigger, of a Sentinel that tells of its camera", () => {
    expect(arrivalsAfterInsight(afterReports({ imagesProcessed: 5 }), 300).triggerAtMs).toBe(300);
    expect(arrivalsAfterInsight(afterReports({ batteryVoltage: 4 }), 300).triggerAtMs).toBeNull();
  });

  it("does not stay ahead of a clock that ran a year ahead and was set right", () => {
    const yearMs = 365 * 24 * HOUR_MS;
    const nowMs = 100 * HOUR_MS;
    const told = { ...SILENT, batteryVoltage: 4, hasCableError: true, imagesProcessed: 1 };
    const ahead = arrivalsAfterInsight(arrivalsAfterReport(null, told, nowMs + yearMs), nowMs + yearMs);
    const right = { firstAtMs: nowMs, insightAtMs: nowMs, triggerAtMs: nowMs, batteryAtMs: nowMs };
    expect(arrivalsAfterInsight(ahead, nowMs)).toMatchObject({ ...right, cableErrorSinceMs: nowMs });
    expect(arrivalsUpTo(ahead, nowMs)).toMatchObject(right);
    expect(arrivalsUpTo(ahead, nowMs + yearMs)).toBe(ahead);
  });

  it("were sent late where a report of a later moment came within the last day", () => {
    const nowMs = 1_000 * HOUR_MS;
    const firstAtMs = 900 * HOUR_MS;
    const known = { firstAtMs };
    const isLate = (recordedMs: number, newestReceivedMs: number | null) =>
      isLateReport({ recordedMs, newestReceivedMs }, known, nowMs);
    const [earlier, lately] = [990 * HOUR_MS, 999 * HOUR_MS];
    expect(isLate(earlier, lately)).toBe(true);
    expect(isLate(earlier, nowMs - LATE_REPORTS_MS + 1)).toBe(true);
    expect(LATE_REPORTS_MS).toBe(24 * HOUR_MS);
    // The Sentinel's clock was set back: since then nothing is later than what it told before.
    expect(isLate(earlier, nowMs - LATE_REPORTS_MS)).toBe(false);
    expect(isLate(earlier, null)).toBe(false);
    // It ran before it reached the server for the first time, or its clock fell back to its first year.
    expect(EARLIEST_REPORT_MS).toBe(720 * HOUR_MS);
    expect(isLate(firstAtMs - EARLIEST_REPORT_MS, lately)).toBe(true);
    expect(isLate(firstAtMs - EARLIEST_REPORT_MS - 1, lately)).toBe(false);
    // The server's clock ran ahead.
    expect(isLate(earlier, nowMs + HOUR_MS)).toBe(false);
  });

  it("never moves back when the server's clock is set back", () => {
    const known = arrivalsAfterInsight(afterReports({ imagesProcessed: 1, batteryVoltage: 4 }), 500);
    expect(arrivalsAfterInsight(known, 200)).toMatchObject({ insightAtMs: 500, triggerAtMs: 500 });
    expect(arrivalsAfterReport(known, { ...SILENT, batteryVoltage: 3 }, 200)).toMatchObject({
      batteryVoltage: 3,
      batteryAtMs: 500,
    });
    expect(arrivalsAfterInsight(afterReports({}), 50).insightAtMs).toBe(100);
    const sighted = arrivalsAfterInsight(afterReports({}), 500);
    expect(arrivalsAfterInsight(sighted, 200).insightAtMs).toBe(500);
    expect(arrivalsAfterInsight(afterReports({}, { imagesProcessed: 1 }), 50).insightAtMs).toBe(200);
    expect(arrivalsAfterInsight(afterReports({}, { batteryVoltage: 1 }), 50).insightAtMs).toBe(200);
  });
});
