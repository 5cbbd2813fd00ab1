import { describe, expect, it } from "vitest";
import { parseSourceTime } from "../../../src/formats/cells/source-time.ts";
import { parseTimeZone, UTC_RULE } from "../../../src/formats/cells/time-zone.ts";
import { isOutsideDeployment } from "../../../src/formats/deployment-period.ts";

describe("the days of a deployment", () => {
  it("are counted on its own clock, the first and the last whole (import 8)", () => {
    const isOutside = (time: string, start: string, end: string, zone = UTC_RULE) => {
      const parse = (text: string) => parseSourceTime(text, zone);
      const [taken, period] = [parse(time), { start: parse(start), end: parse(end) }];
      if (taken === null) throw new Error("no time");
      return isOutsideDeployment(period, taken, zone);
    };
    const offset = ["2020-06-20T00:00:00+02:00", "2020-07-01T00:00:00+02:00"] as const;
    expect(isOutside("2020-07-01T23:59:59+02:00", ...offset)).toBe(false);
    expect(isOutside("2020-07-01T22:00:00Z", ...offset)).toBe(true);
    expect(isOutside("2020-06-19T21:59:59Z", ...offset)).toBe(true);
    expect(isOutside("2020-06-19T22:00:00Z", ...offset)).toBe(false);
    // Clocks without a zone are read in the zone that a person gave; this one changes its clocks on 25 October 2020.
    const berlin = parseTimeZone("Europe/Berlin");
    const local = ["2020-10-20", "2020-10-25", berlin] as const;
    expect(isOutside("2020-10-25 23:59:59", ...local)).toBe(false);
    expect(isOutside("2020-10-25T23:00:00Z", ...local)).toBe(true);
    expect(isOutside("2020-10-19T22:00:00Z", ...local)).toBe(false);
    expect(isOutside("2020-10-19T21:59:59Z", ...local)).toBe(true);
    // The camera was set up in the afternoon of its first day; its first picture is of the morning before.
    expect(isOutside("2020-05-30 04:57:37", "2020-05-30 15:00:00", "2020-06-01")).toBe(false);
  });
});
