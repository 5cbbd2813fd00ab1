import { describe, expect, it } from "vitest";
import { backoffMs } from "../../../../src/sync/connection/backoff.ts";

describe("the pause before the next try", () => {
  it("doubles its cap from 1 s up to 5 min, with full jitter under it", () => {
    const almostOne = 0.999999;
    expect([1, 2, 3, 4, 9, 30].map((failures) => backoffMs(failures, almostOne, false))).toEqual([
      1_000, 2_000, 4_000, 8_000, 256_000, 300_000,
    ]);
    expect(backoffMs(5, 0.5, false)).toBe(8_000);
    expect(backoffMs(5, 0, false)).toBe(500);
  });

  it("is never over 30 s while somebody looks at the page", () => {
    for (let failures = 1; failures < 40; failures += 1) {
      expect(backoffMs(failures, 0.999999, true)).toBeLessThanOrEqual(30_000);
    }
  });
});
