import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueDigest } from "../../../../src/domain/notification/digest-day.ts";
import {
  isTimeZone,
  lastLocalHour,
  localDay,
  localTime,
} from "../../../../src/domain/notification/local-time.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/domain/time.ts";

const ZONES = [
  "UTC",
  "Africa/Nairobi",
  "Europe/Berlin",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe",
];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
const hour = fc.integer({ min: 0, max: 23 });

describe("the day of a digest", () => {
  it.each([
    ["UTC", 7, "2026-11-23T02:00Z", "2026-11-22", "2026-11-21T07:00Z", "2026-11-22T07:00Z"],
    ["Africa/Nairobi", 7, "2026-11-23T04:00Z", "2026-11-23", "2026-11-22T04:00Z", "2026-11-23T04:00Z"],
    ["Asia/Kathmandu", 7, "2026-11-23T02:00Z", "2026-11-23", "2026-11-22T01:15Z", "2026-11-23T01:15Z"],
    // The clocks go from 02:00 to 03:00, and back.
    ["Europe/Berlin", 2, "2026-03-30T12:00Z", "2026-03-30", "2026-03-29T01:00Z", "2026-03-30T00:00Z"],
    ["Europe/Berlin", 2, "2026-10-25T12:00Z", "2026-10-25", "2026-10-24T00:00Z", "2026-10-25T01:00Z"],
  ])("in %s at %i o'clock, asked at %s, is %s", (timeZone, digestHour, now, day, from, to) => {
    expect(dueDigest(Date.parse(now), timeZone, digestHour)).toEqual({
      day,
      fromMs: Date.parse(from),
      toMs: Date.parse(to),
    });
  });

  it("follows the day before without a gap, comes once a day, and never before its hour", () => {
    fc.assert(
      fc.property(zone, moment, hour, (timeZone, nowMs, digestHour) => {
        const due = dueDigest(nowMs, timeZone, digestHour);
        expect(due.toMs).toBeLessThanOrEqual(nowMs);
        expect(nowMs - due.toMs).toBeLessThan(DAY_MS + 2 * HOUR_MS);
        const before = dueDigest(due.toMs - 1, timeZone, digestHour);
        expect(before.toMs).toBe(due.fromMs);
        expect(before.day < due.day).toBe(true);
        expect(dueDigest(due.toMs, timeZone, digestHour)).toEqual(due);
      }),
    );
  });

  it("is at the full hour of the wall clock, but where the clocks skip it", () => {
    fc.assert(
      fc.property(zone, moment, hour, (timeZone, nowMs, wanted) => {
        const atMs = lastLocalHour(timeZone, wanted, nowMs);
        const at = localTime(timeZone, atMs);
        if (at.hour === wanted && at.minute === 0) return;
        expect(Math.abs(at.hour - wanted)).toBeLessThanOrEqual(1);
        // The minute before was in the hour before, so no full hour was in between.
        if (at.hour === wanted) expect(localTime(timeZone, atMs - 1).hour).toBe((wanted + 23) % 24);
      }),
      // Clocks that go from 02:00 to 02:30.
      { examples: [["Australia/Lord_Howe", Date.UTC(2020, 9, 3, 15, 30), 2]] },
    );
  });

  it("takes the names of zones alone, and counts an unknown one as UTC", () => {
    expect(ZONES.every(isTimeZone)).toBe(true);
    for (const name of ["", "+03:00", "Mars/Olympus", "Africa/Nairobi\r\nBcc: x", "x".repeat(90)]) {
      expect(isTimeZone(name)).toBe(false);
      expect(localDay(name, Date.UTC(2026, 10, 21, 23))).toBe("2026-11-21");
    }
  });
});
