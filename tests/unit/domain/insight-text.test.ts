import { describe, expect, it } from "vitest";
import {
  classListText,
  countText,
  delayHours,
  fullUtc,
  percentText,
  shortUtc,
  utcDayRange,
} from "../../../src/domain/insight-text.ts";

const at = Date.UTC(2026, 10, 21, 7, 5, 9);

describe("times", () => {
  it("are written in UTC, with the year where it is another one", () => {
    expect(shortUtc(at, at)).toBe("21 Nov 07:05:09");
    expect(shortUtc(at, Date.UTC(2027, 0, 1))).toBe("21 Nov 2026 07:05:09");
    expect(fullUtc(at)).toBe("21 Nov 2026, 07:05:09 UTC");
  });

  it("are left out where there is no such moment", () => {
    expect(shortUtc(Number.NaN, at)).toBe("");
    expect(fullUtc(9e15)).toBe("");
  });

  it("take a day of a date input from its first to its last millisecond", () => {
    expect(utcDayRange("2026-11-21")).toEqual({
      firstMs: Date.UTC(2026, 10, 21),
      lastMs: Date.UTC(2026, 10, 22) - 1,
    });
    expect(utcDayRange("2026-02-31")).toBeNull();
    expect(utcDayRange("yesterday")).toBeNull();
  });

  it("count the delay in whole hours downwards, also where the camera's clock runs ahead", () => {
    const received = { timeStampMs: at, fileCtimeMs: at - 5_400_000 };
    expect(delayHours(received)).toBe(1);
    expect(delayHours({ timeStampMs: at, fileCtimeMs: at + 60_000 })).toBe(-1);
    expect(delayHours({ timeStampMs: at, fileCtimeMs: null })).toBeNull();
  });
});

describe("figures and lists", () => {
  it("write a fraction as a whole percent [INS-15]", () => {
    expect(percentText(0.874)).toBe("87%");
    expect(percentText(0.00000455)).toBe("0%");
    expect(percentText(null)).toBeNull();
  });

  it("write classes with their percent, joined by semicolons", () => {
    const list = [
      { className: "agouti", averageConfidence: 0.87 },
      { className: "paca", averageConfidence: null },
      { className: "ocelot", averageConfidence: 11 },
    ];
    expect(classListText(list)).toBe("agouti (87%); paca; ocelot (11%)");
  });

  it("write thousands with a comma", () => {
    expect([0, 999, 1904, 12_345, 127_704, 1_000_000].map(countText)).toEqual([
      "0",
      "999",
      "1,904",
      "12,345",
      "127,704",
      "1,000,000",
    ]);
  });
});
