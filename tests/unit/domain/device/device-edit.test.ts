import { describe, expect, it } from "vitest";
import {
  cycleTimeFault,
  type DeviceEdit,
  deviceEditFaults,
  isTooLong,
  readCoordinate,
  typedCoordinate,
} from "../../../../src/domain/device/device-edit.ts";

const good: DeviceEdit = {
  name: "River bend",
  description: "",
  locationName: "North gate",
  locationDescription: "",
  latitude: "-2.5",
  longitude: "34.8",
  cycleTime: 690,
};
const faultsOf = (change: Partial<DeviceEdit>) => deviceEditFaults({ ...good, ...change });

describe("texts of a Sentinel", () => {
  it("may have 30 characters in a name and 100 in a description [DEV-03] [DEV-04]", () => {
    expect(faultsOf({ name: "n".repeat(30), description: "d".repeat(100) })).toEqual({});
    expect(faultsOf({ name: "n".repeat(31) })).toEqual({ name: "too-long" });
    expect(faultsOf({ description: "d".repeat(101) })).toEqual({ description: "too-long" });
  });

  it("may have 30 characters in a place's name and 100 in its description [DEV-05] [DEV-06]", () => {
    expect(faultsOf({ locationName: "n".repeat(30), locationDescription: "d".repeat(100) })).toEqual({});
    expect(faultsOf({ locationName: "n".repeat(31) })).toEqual({ locationName: "too-long" });
    expect(faultsOf({ locationDescription: "d".repeat(101) })).toEqual({ locationDescription: "too-long" });
  });

  it("count characters as people do", () => {
    expect(isTooLong("🦊".repeat(30), 30)).toBe(false);
    expect(isTooLong("🦊".repeat(31), 30)).toBe(true);
  });
});

describe("a field for degrees", () => {
  const type = (axis: "latitude" | "longitude", keys: string) =>
    [...keys].reduce((held, key) => typedCoordinate(axis, held + key, held).text, "");

  it("takes latitudes from -90 to 90 and ignores all other input [DEV-07]", () => {
    expect(type("latitude", "-90")).toBe("-90");
    expect(type("latitude", "90.0")).toBe("90.0");
    expect(type("latitude", "91")).toBe("9");
    expect(type("latitude", "-90.01")).toBe("-90.0");
    expect(type("latitude", "1a2e3 -")).toBe("12");
    expect(typedCoordinate("latitude", "north", "12.5").text).toBe("12.5");
    expect(typedCoordinate("latitude", "123", "12").text).toBe("12");
  });

  it("takes longitudes from -180 to 180 and ignores all other input [DEV-08]", () => {
    expect(type("longitude", "-180")).toBe("-180");
    expect(type("longitude", "181")).toBe("18");
    expect(typedCoordinate("longitude", "180.5", "180").text).toBe("180");
    expect(typedCoordinate("longitude", "east", "").text).toBe("");
  });

  it("tells which input it ignored, and of one that it took nothing (promise B4)", () => {
    expect(typedCoordinate("latitude", "123", "12")).toEqual({ text: "12", ignored: "123" });
    expect(typedCoordinate("latitude", " 5x", "5")).toEqual({ text: "5", ignored: "5x" });
    expect(typedCoordinate("longitude", "123", "12")).toEqual({ text: "123", ignored: null });
    expect(typedCoordinate("latitude", "", "12")).toEqual({ text: "", ignored: null });
  });

  it("lets a sign and a point be typed first, and be emptied", () => {
    for (const beginning of ["-", ".", "-.", "-.5", "12.", ""]) {
      expect(typedCoordinate("latitude", beginning, "7").text).toBe(beginning);
    }
  });

  it("takes no other way to write a number", () => {
    for (const typed of ["1e1", "0x1", "+1"]) expect(typedCoordinate("latitude", typed, "1").text).toBe("1");
  });

  it("leaves out spaces around what was pasted, and takes the typographic minus for a sign", () => {
    expect(typedCoordinate("latitude", " 12.5 ", "").text).toBe("12.5");
    expect(typedCoordinate("latitude", "\u22122.5", "").text).toBe("-2.5");
  });

  it("takes the comma of a phone's keyboard for the point", () => {
    expect(type("latitude", "48,85")).toBe("48.85");
    expect(type("latitude", "48,8,5")).toBe("48.85");
  });

  it("reads its text as degrees, none, or no position", () => {
    expect(readCoordinate("latitude", " -2.50 ")).toBe(-2.5);
    expect(readCoordinate("latitude", "-0")).toBe(0);
    expect(Object.is(readCoordinate("latitude", "-0"), 0)).toBe(true);
    expect(readCoordinate("longitude", "1e2")).toBe(100);
    expect(["+7", "9e00", "1e+1", "5E-1"].map((text) => readCoordinate("latitude", text))).toEqual([
      7, 9, 10, 0.5,
    ]);
    expect(readCoordinate("latitude", "  ")).toBeNull();
    for (const text of ["-", ".", "-.", "+", "90.1", "1e3", "12°", "NaN", "Infinity", "0x10"]) {
      expect(readCoordinate("latitude", text), text).toBe("invalid");
    }
  });
});

describe("an edit of a Sentinel", () => {
  it("is not saved with a half position, or with one that is none", () => {
    expect(faultsOf({ latitude: "", longitude: "" })).toEqual({});
    expect(faultsOf({ latitude: "", longitude: " " })).toEqual({});
    expect(faultsOf({ latitude: "" })).toEqual({ latitude: "other-missing" });
    expect(faultsOf({ longitude: " " })).toEqual({ longitude: "other-missing" });
    expect(faultsOf({ latitude: "-" })).toEqual({ latitude: "not-a-position" });
    expect(faultsOf({ latitude: "-", longitude: "" })).toEqual({
      latitude: "not-a-position",
      longitude: "other-missing",
    });
  });

  it("is not saved without a cycle time, or with one that is none [DEV-09]", () => {
    expect(faultsOf({ cycleTime: null })).toEqual({ cycleTime: "no-cycle-time" });
    expect([1, 690, 2880].map(cycleTimeFault)).toEqual([null, null, null]);
    expect([0, 2881, 7.5, Number.NaN].map(cycleTimeFault)).toEqual(Array(4).fill("cycle-time-range"));
  });
});
