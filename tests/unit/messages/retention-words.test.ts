import { describe, expect, it } from "vitest";
import { COVERAGE } from "../../../src/messages/offline/coverage.ts";
import { RETENTION, sizeText } from "../../../src/messages/offline/retention.ts";

describe("what a count covers, in words", () => {
  it.each([
    [null, null, null],
    [1, null, "of the last day"],
    [30, null, "of the last 30 days"],
    [null, ["4"], "of 1 group"],
    [365, ["4", "none"], "of the last 365 days, of 2 groups"],
  ])("is said for %s days and groups %s", (days, groups, words) => {
    expect(COVERAGE.of({ days, groups })).toBe(words);
  });

  it.each([
    [0, "0 kB"],
    [999, "under 1 kB"],
    [12_400, "12 kB"],
    [1_240_000, "1.2 MB"],
    [66_000_000, "66 MB"],
    [1_250_000_000, "1.3 GB"],
  ])("says %i bytes as %s", (bytes, words) => {
    expect(sizeText(bytes)).toBe(words);
  });

  it("says what is kept with the names of groups", () => {
    expect(RETENTION.current(null, null)).toBe("Every insight that the server has for you.");
    expect(RETENTION.current(30, ["North"])).toBe(
      "Insights of the last 30 days, of North. The others stay on the server.",
    );
    expect(RETENTION.current(null, ["North", RETENTION.ungrouped])).toBe(
      "Insights of any age, of North, Sentinels in no group. The others stay on the server.",
    );
  });
});
