import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../../src/domain/time.ts";
import { ageWords, agoWords, durationWords, lastingWords } from "../../../src/messages/time-words.ts";

const NOW = Date.UTC(2026, 0, 2, 0, 30);

describe("an age", () => {
  it("is told in one unit", () => {
    expect(ageWords(NOW - 59_000, NOW)).toBe("just now");
    expect(ageWords(NOW - 47 * MINUTE_MS, NOW)).toBe("47\u00a0min old");
    expect(ageWords(NOW - 119 * MINUTE_MS, NOW)).toBe("1\u00a0h old");
    expect(ageWords(NOW - 47 * 60 * MINUTE_MS, NOW)).toBe("47\u00a0h old");
    expect(ageWords(NOW - 49 * 60 * MINUTE_MS, NOW)).toBe("2\u00a0d old");
  });

  it("and the time since a moment change units alike", () => {
    for (const ms of [0, MINUTE_MS, 119 * MINUTE_MS, 49 * 60 * MINUTE_MS, 1200 * 24 * 60 * MINUTE_MS]) {
      const since = agoWords(NOW - ms, NOW);
      expect(since.replace("ago", "old")).toBe(ageWords(NOW - ms, NOW));
    }
    expect(agoWords(NOW - 1200 * 24 * 60 * MINUTE_MS, NOW)).toBe("1,200\u00a0d ago");
  });

  it("of something ahead of the clock is its date, and never that it is just now, beyond what clocks differ by (promise A8, fault 33)", () => {
    expect(ageWords(NOW + MINUTE_MS, NOW)).toBe("just now");
    expect(agoWords(NOW + MINUTE_MS, NOW)).toBe("just now");
    expect(ageWords(NOW + 3_600_000, NOW)).toBe("from a clock ahead of this device's");
    expect(agoWords(NOW + 3_600_000, NOW)).toBe("01:30 UTC");
    expect(agoWords(NOW + 48 * 3_600_000, NOW)).toBe("4 Jan 00:30 UTC");
    expect(agoWords(Date.UTC(2027, 0, 2), NOW)).toBe("2 Jan 2027 00:00 UTC");
  });
});

describe("the time that something has lasted", () => {
  it("is told in one unit, and from its date where that is ahead of the clock", () => {
    expect(lastingWords(NOW - 59_000, NOW)).toBe("just now");
    expect(lastingWords(NOW - 47 * MINUTE_MS, NOW)).toBe("for 47\u00a0min");
    expect(lastingWords(NOW - 49 * 60 * MINUTE_MS, NOW)).toBe("for 2\u00a0d");
    expect(lastingWords(NOW + 3_600_000, NOW)).toBe("since 01:30 UTC");
  });
});

describe("a time to wait", () => {
  it("is rounded up in one unit, and no line breaks between the number and the unit", () => {
    expect(durationWords(1)).toBe("1\u00a0s");
    expect(durationWords(98_001)).toBe("99\u00a0s");
    expect(durationWords(99_001)).toBe("2\u00a0min");
  });
});
