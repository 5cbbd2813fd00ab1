import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changesInsight,
  decideItems,
  type InsightState,
  type StatusIntent,
} from "../../../src/domain/bulk-outcome.ts";
import { INSIGHT_STATUSES } from "../../../src/domain/insight/insight.ts";

const intent = (changes: Partial<StatusIntent> = {}): StatusIntent => ({
  insightId: "1",
  deviceId: "cam",
  insightStatus: "archive",
  base: "none",
  ...changes,
});
const state = (changes: Partial<InsightState> = {}): InsightState => ({
  status: "none",
  by: null,
  atMs: null,
  access: "held",
  timeStampMs: 1_000,
  fileCtimeMs: null,
  ...changes,
});
const outcomes = (items: StatusIntent[], found: InsightState | null) =>
  decideItems(items, () => found).map(({ outcome }) => outcome);

describe("the outcome of an item", () => {
  it("is a mismatch where the id names an insight with other times than the person saw, and says so before all else but access", () => {
    const seen = { timeStampMs: 1_000, fileCtimeMs: null };
    expect(outcomes([intent({ seen })], state())).toEqual(["applied"]);
    expect(outcomes([intent({ seen })], state({ timeStampMs: 2_000 }))).toEqual(["mismatch"]);
    expect(outcomes([intent({ seen })], state({ fileCtimeMs: 5 }))).toEqual(["mismatch"]);
    expect(outcomes([intent({ seen })], state({ timeStampMs: 2_000, status: "archive" }))).toEqual([
      "mismatch",
    ]);
    expect(outcomes([intent({ seen })], state({ timeStampMs: 2_000, access: "lost" }))).toEqual([
      "forbidden",
    ]);
    expect(outcomes([intent()], state({ timeStampMs: 2_000 }))).toEqual(["applied"]);
  });

  it("is plainly applied where the person saw what is there, or did not say what they saw", () => {
    expect(outcomes([intent()], state())).toEqual(["applied"]);
    expect(outcomes([intent({ base: null })], state({ status: "favorite" }))).toEqual(["applied"]);
  });

  it("overrode names which status it replaced, whose it was and since when", () => {
    const found = state({ status: "favorite", by: "ada", atMs: 77 });
    expect(decideItems([intent()], () => found)).toEqual([
      { outcome: "overrode", by: "ada", atMs: 77, replaced: "favorite" },
    ]);
  });

  it("is noop where the insight has that status already, whatever the base says", () => {
    const found = state({ status: "archive", by: "ada", atMs: 77 });
    expect(decideItems([intent()], () => found)).toEqual([
      { outcome: "noop", by: null, atMs: null, replaced: null },
    ]);
  });

  it("is gone for what does not exist or never was the caller's, forbidden for what was theirs once", () => {
    expect(outcomes([intent()], null)).toEqual(["gone"]);
    expect(outcomes([intent()], state({ access: "never" }))).toEqual(["gone"]);
    expect(outcomes([intent()], state({ access: "lost" }))).toEqual(["forbidden"]);
  });

  it("lets the last of several items for one insight win", () => {
    const items = [intent(), intent({ insightStatus: "favorite" }), intent({ insightStatus: "acknowledge" })];
    expect(outcomes(items, state())).toEqual(["superseded", "superseded", "applied"]);
  });

  it("does not take ids that only look alike once joined for the same insight", () => {
    const items = [intent({ insightId: "1,2", deviceId: "3" }), intent({ insightId: "1", deviceId: "2,3" })];
    expect(outcomes(items, state())).toEqual(["applied", "applied"]);
  });

  it("changes each insight at most once, to what its last item says, for any batch", () => {
    const anyIntent = fc.record({
      insightId: fc.constantFrom("1", "2", "3"),
      deviceId: fc.constant("cam"),
      insightStatus: fc.constantFrom(...INSIGHT_STATUSES),
      base: fc.constantFrom(null, ...INSIGHT_STATUSES),
    });
    fc.assert(
      fc.property(fc.array(anyIntent), fc.constantFrom(...INSIGHT_STATUSES), (items, status) => {
        const decisions = decideItems(items, () => state({ status }));
        for (const insightId of ["1", "2", "3"]) {
          const own = items.flatMap((item, index) => (item.insightId === insightId ? [index] : []));
          const changed = own.filter((index) => changesInsight(decisions[index]?.outcome ?? "gone"));
          const last = own.at(-1);
          const expected = last !== undefined && items[last]?.insightStatus !== status ? [last] : [];
          expect(changed).toEqual(expected);
        }
      }),
    );
  });
});
