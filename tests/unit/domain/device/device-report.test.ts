import { describe, expect, it } from "vitest";
import {
  CLOCK_TOLERANCE_MS,
  isOfTheFuture,
  lastSightMs,
  voltsOf,
} from "../../../../src/domain/device/device-report.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 12);

describe("what a Sentinel says of itself", () => {
  it("has a battery in volts or, above what any camera runs on, in millivolts", () => {
    expect([3.87, 100, 3870, 100.5].map(voltsOf)).toEqual([3.87, 100, 3.87, 0.1005]);
  });

  it("may be ahead of the server's clock by five minutes", () => {
    expect(CLOCK_TOLERANCE_MS).toBe(300_000);
    expect(isOfTheFuture(NOW_MS + CLOCK_TOLERANCE_MS, NOW_MS)).toBe(false);
    expect(isOfTheFuture(NOW_MS + CLOCK_TOLERANCE_MS + 1, NOW_MS)).toBe(true);
    expect(isOfTheFuture(NOW_MS - 1, NOW_MS)).toBe(false);
  });

  it("last saw something when its camera says so, but never later than now", () => {
    const sight = (fileCtimeMs: number | null) =>
      lastSightMs({ timeStampMs: NOW_MS - 10, fileCtimeMs }, NOW_MS);
    expect([sight(null), sight(NOW_MS - 500), sight(NOW_MS + 500)]).toEqual([
      NOW_MS - 10,
      NOW_MS - 500,
      NOW_MS,
    ]);
  });
});
