import { describe, expect, it } from "vitest";
import {
  classListText,
  countText,
  delayHours,
  percentText,
} from "../../../../src/domain/insight/insight-text.ts";

const at = Date.UTC(2026, 10, 21, 7, 5, 9);

describe("the delay of a camera", () => {
  it("is counted in whole hours downwards, also where the camera's clock runs ahead", () => {
    const received = { timeStampMs: at, fileCtimeMs: at - 5_400_000 };
    expect(delayHours(received)).toBe(1);
    expect(delayHours({ timeStampMs: at, fileCtimeMs: at + 60_000 })).toBe(-1);
    expect(delayHours({ timeStampMs: at, fileCtimeMs: null })).toBeNull();
    expect(delayHours({ timeStampMs: at, fileCtimeMs: Number.NaN })).toBeNull();
  });
});

describe("figures and lists", () => {
  it("write a fraction as a whole percent [INS-15]", () => {
    expect(percentText(0.874)).toBe("87%");
    expect(percentText(0.00000455)).toBe("0%");
    expect([null, Number.NaN, Number.POSITIVE_INFINITY].map(percentText)).toEqual([null, null, null]);
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
