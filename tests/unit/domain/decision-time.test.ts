import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionSpan, isSurelyEarlier } from "../../../src/domain/decision-time.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";

const ARRIVED = Date.UTC(2026, 2, 1);

/** What a device says about a decision: its clock was wrong by this much when it was made, and when it was sent. */
const told = (
  { ageMs, answerMs = 0 }: { ageMs: number; answerMs?: number },
  madeWrongMs: number,
  sentWrongMs = madeWrongMs,
  seenWrongMs = madeWrongMs,
) => ({
  sentAtMs: ARRIVED + sentWrongMs,
  ageMs: ageMs + sentWrongMs - madeWrongMs,
  aheadMs: seenWrongMs + answerMs,
});

describe("when a decision was made", () => {
  it("is not known where the device does not say", () => {
    expect(decisionSpan(null, ARRIVED)).toEqual({ fromMs: null, toMs: ARRIVED });
  });

  it("lies within its span whatever the device's clock says all the time, and however slow its line is", () => {
    const wrong = fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS });
    const slow = fc.integer({ min: 0, max: MINUTE_MS });
    fc.assert(
      fc.property(
        wrong,
        fc.integer({ min: 0, max: 100 * DAY_MS }),
        slow,
        slow,
        (wrongMs, ageMs, answerMs, requestMs) => {
          const clock = told({ ageMs, answerMs }, wrongMs);
          const { fromMs, toMs } = decisionSpan(clock, ARRIVED + requestMs);
          const madeMs = ARRIVED - ageMs;
          expect(fromMs).not.toBeNull();
          expect(fromMs ?? 0).toBeLessThanOrEqual(madeMs);
          expect(toMs).toBeGreaterThanOrEqual(madeMs);
        },
      ),
    );
  });

  it("is not known where the clock was set between decision and sending, to whatever time", () => {
    const set = fc
      .integer({ min: -400 * DAY_MS, max: 400 * DAY_MS })
      .filter((byMs) => Math.abs(byMs) > 3 * MINUTE_MS);
    fc.assert(
      fc.property(set, fc.integer({ min: 0, max: 100 * DAY_MS }), (byMs, ageMs) => {
        expect(decisionSpan(told({ ageMs }, byMs, 0), ARRIVED).fromMs).toBeNull();
        expect(decisionSpan(told({ ageMs }, 0, byMs), ARRIVED).fromMs).toBeNull();
      }),
    );
  });

  it("is not known of an age that no key is kept for, nor of one from the future", () => {
    expect(decisionSpan(told({ ageMs: 121 * DAY_MS }, 0), ARRIVED).fromMs).toBeNull();
    expect(decisionSpan(told({ ageMs: -HOUR_MS }, 0), ARRIVED).fromMs).toBeNull();
    expect(decisionSpan(told({ ageMs: -MINUTE_MS }, 0), ARRIVED)).toEqual({ fromMs: ARRIVED, toMs: ARRIVED });
  });
});

describe("an earlier decision", () => {
  it("is one whose span ends before the other's begins, and none where the other's beginning is not known", () => {
    const early = { fromMs: 10, toMs: 20 };
    expect(isSurelyEarlier(early, { fromMs: 21, toMs: 30 })).toBe(true);
    expect(isSurelyEarlier(early, { fromMs: 20, toMs: 30 })).toBe(false);
    expect(isSurelyEarlier(early, { fromMs: null, toMs: 30 })).toBe(false);
    expect(isSurelyEarlier({ fromMs: null, toMs: 20 }, { fromMs: 21, toMs: 30 })).toBe(true);
  });
});
