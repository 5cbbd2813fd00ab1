import { describe, expect, it } from "vitest";
import { parseSourceTime } from "../../../src/formats/cells/source-time.ts";
import { parseTimeZone, UTC_RULE } from "../../../src/formats/cells/time-zone.ts";
import { FormatError } from "../../../src/formats/format-error.ts";

const iso = (text: string, zone = UTC_RULE) => {
  const time = parseSourceTime(text, zone);
  return time === null ? null : new Date(time.epochMs).toISOString();
};

describe("times of sources", () => {
  it("reads every spelling that exports have", () => {
    expect(iso("2018-08-28 14:23:08")).toBe("2018-08-28T14:23:08.000Z");
    expect(iso('"2019:10:01 05:56:36"')).toBe("2019-10-01T05:56:36.000Z");
    expect(iso("10/22/14 0:00")).toBe("2014-10-22T00:00:00.000Z");
    expect(iso("7/29/19 18:48")).toBe("2019-07-29T18:48:00.000Z");
    expect(iso("7/29/2019 6:48 PM")).toBe("2019-07-29T18:48:00.000Z");
    expect(iso("1999-01-01 00:00:00")).toBe("1999-01-01T00:00:00.000Z");
    expect(iso("1/1/99 0:00")).toBe("1999-01-01T00:00:00.000Z");
    expect(iso("2018-11-21")).toBe("2018-11-21T00:00:00.000Z");
    expect(iso("2020-05-30T04:57:37.250Z")).toBe("2020-05-30T04:57:37.250Z");
  });

  it("keeps the source's offset and text, and marks a time without a zone by having no offset", () => {
    const text = "2020-05-30T04:57:37+02:00";
    expect(parseSourceTime(text, UTC_RULE)).toEqual({
      epochMs: Date.UTC(2020, 4, 30, 2, 57, 37),
      text,
      offset: "+02:00",
    });
    expect(parseSourceTime("2020-05-30T04:57:37-0530", UTC_RULE)?.offset).toBe("-05:30");
    expect(parseSourceTime("2020-05-30T02:57:37Z", UTC_RULE)?.offset).toBe("+00:00");
    expect(parseSourceTime("2020-05-30 02:57:37", parseTimeZone("+02:00"))?.offset).toBeNull();
  });

  it("marks a date without a time of day, whose first moment it is read as", () => {
    const days = ["2018-11-21", "21/11/2018", "21-Nov-2018", "2018-11-21Z"];
    expect(days.map((text) => parseSourceTime(text, UTC_RULE))).toEqual(
      days.map(() => expect.objectContaining({ epochMs: Date.UTC(2018, 10, 21), isWholeDay: true })),
    );
    for (const text of ["2018-11-21 00:00:00", "21/11/2018 0:00", "21-Nov-2018 12:00 AM"])
      expect(parseSourceTime(text, UTC_RULE)).not.toHaveProperty("isWholeDay");
  });

  it("reads a date whose year stands last in the order that is given, or that it shows itself (import 6)", () => {
    const read = (text: string, order: "dmy" | "mdy" | null) => {
      const time = parseSourceTime(text, UTC_RULE, order);
      return time === null ? null : new Date(time.epochMs).toISOString().slice(0, 10);
    };
    expect(read("3/4/2014 10:00", null)).toBeNull();
    expect(read("3/4/2014 10:00", "dmy")).toBe("2014-04-03");
    expect(read("3/4/2014 10:00", "mdy")).toBe("2014-03-04");
    expect(read("22/10/2014", null)).toBe("2014-10-22");
    expect(read("22-10-2014 6:48 PM", "dmy")).toBe("2014-10-22");
    expect(read("22/10/2014", "mdy")).toBeNull();
    expect(read("03.04.2014", "mdy")).toBe("2014-04-03");
    expect(read("5/5/14", null)).toBe("2014-05-05");
    expect(read("03-04-14", "dmy")).toBeNull();
  });

  it("refuses what is no time", () => {
    const wrong = [
      "2020-07-29TT05:29:41Z",
      "2020-06-1921:00:00Z",
      "2020-02-30 00:00:00",
      "13/25/14 0:00",
      "2020-13-01",
      "2020-01-01 24:10:00",
      "2020-01-01 10:00:00+25:00",
      "yesterday",
      "43831.5",
    ];
    expect(wrong.map((text) => parseSourceTime(text, UTC_RULE))).toEqual(wrong.map(() => null));
  });

  it("reads a time without a zone in the zone that is given, summer and winter", () => {
    const brussels = parseTimeZone("Europe/Brussels");
    expect(iso("2020-07-01 12:00:00", brussels)).toBe("2020-07-01T10:00:00.000Z");
    expect(iso("2020-12-01 12:00:00", brussels)).toBe("2020-12-01T11:00:00.000Z");
    expect(iso("2020-07-01T12:00:00Z", brussels)).toBe("2020-07-01T12:00:00.000Z");
    expect(iso("2018-08-28 14:23:08", parseTimeZone("America/Lima"))).toBe("2018-08-28T19:23:08.000Z");
    expect(iso("2018-08-28 14:23:08", parseTimeZone("-5"))).toBe("2018-08-28T19:23:08.000Z");
  });

  it("reads the hour that a change of clocks repeats as its first, and the one it skips as before the change", () => {
    const brussels = parseTimeZone("Europe/Brussels");
    expect(iso("2020-10-25 02:30:00", brussels)).toBe("2020-10-25T00:30:00.000Z");
    expect(iso("2020-10-25 03:30:00", brussels)).toBe("2020-10-25T02:30:00.000Z");
    expect(iso("2020-03-29 02:30:00", brussels)).toBe("2020-03-29T01:30:00.000Z");
    expect(iso("2020-03-29 03:30:00", brussels)).toBe("2020-03-29T01:30:00.000Z");
  });

  it("names a zone that there is not", () => {
    expect(() => parseTimeZone("Mars/Olympus")).toThrow(FormatError);
    expect(() => parseTimeZone("+99:00")).toThrow(FormatError);
  });
});
