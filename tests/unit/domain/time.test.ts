import { describe, expect, it } from "vitest";
import {
  DAY_MS,
  fullUtc,
  isMoment,
  isoTime,
  isoTimeOrNull,
  shortUtc,
  shortUtcDay,
  shortUtcSeconds,
  startOfUtcDayMs,
  utcDay,
  utcDayRange,
  utcYear,
} from "../../../src/domain/time.ts";

const at = Date.UTC(2026, 10, 21, 7, 5, 9);
/** The last moment that Date can hold. */
const END_OF_TIME_MS = 8.64e15;

describe("moments as text", () => {
  it("are ISO 8601 with milliseconds on the wire", () => {
    expect(isoTime(at)).toBe("2026-11-21T07:05:09.000Z");
    expect(isoTimeOrNull(at)).toBe("2026-11-21T07:05:09.000Z");
    expect(isoTimeOrNull(null)).toBeNull();
  });

  it("are as short as they stay plain", () => {
    const now = Date.UTC(2026, 0, 2, 0, 30);
    expect(shortUtc(Date.UTC(2026, 0, 2, 0, 5), now)).toBe("00:05 UTC");
    expect(shortUtc(Date.UTC(2026, 0, 1, 23, 5), now)).toBe("1 Jan 23:05 UTC");
    expect(shortUtc(Date.UTC(2025, 11, 31, 23, 5), now)).toBe("31 Dec 2025 23:05 UTC");
    expect(shortUtc(Date.UTC(2025, 0, 2, 0, 5), now)).toBe("2 Jan 2025 00:05 UTC");
    expect(shortUtc(Date.UTC(2026, 1, 2, 0, 5), now)).toBe("2 Feb 00:05 UTC");
  });

  it("have their seconds in tables, and the year where it is another one", () => {
    expect(shortUtcSeconds(at, at)).toBe("21 Nov 07:05:09");
    expect(shortUtcSeconds(at, Date.UTC(2027, 0, 1))).toBe("21 Nov 2026 07:05:09");
    expect(fullUtc(at)).toBe("21 Nov 2026, 07:05:09 UTC");
    expect(shortUtcDay(at)).toBe("21 Nov");
    expect(utcYear(at)).toBe(2026);
  });

  it("are left out beyond the range of Date", () => {
    expect([END_OF_TIME_MS, -END_OF_TIME_MS].every(isMoment)).toBe(true);
    for (const none of [END_OF_TIME_MS + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(isMoment(none)).toBe(false);
      expect([shortUtcSeconds(none, at), shortUtcDay(none), fullUtc(none), utcDay(none)]).toEqual([
        "",
        "",
        "",
        "",
      ]);
    }
  });
});

describe("days in UTC", () => {
  it("begin at midnight", () => {
    expect(startOfUtcDayMs(at)).toBe(Date.UTC(2026, 10, 21));
    expect(startOfUtcDayMs(Date.UTC(2026, 10, 21))).toBe(Date.UTC(2026, 10, 21));
    expect(startOfUtcDayMs(-1)).toBe(-DAY_MS);
    expect(utcDay(at)).toBe("2026-11-21");
  });

  it("reach from their first to their last millisecond", () => {
    expect(utcDayRange("2026-11-21")).toEqual({
      firstMs: Date.UTC(2026, 10, 21),
      lastMs: Date.UTC(2026, 10, 22) - 1,
    });
  });

  it.each(["2026-02-31", "2026-13-01", "yesterday", "2026-11-21 ", "x2026-11-21", "12026-11-21", ""])(
    "are not read from %j",
    (text) => expect(utcDayRange(text)).toBeNull(),
  );
});
