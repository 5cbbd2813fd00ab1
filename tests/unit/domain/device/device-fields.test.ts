import { describe, expect, it } from "vitest";
import {
  changedFields,
  DEVICE_FIELDS,
  type DeviceFields,
  DISPLAY_FIELDS,
  hasFields,
  UPDATE_FIELDS,
  withFields,
} from "../../../../src/domain/device/device-fields.ts";

const BEFORE: DeviceFields = {
  display_name: "River bend",
  description: null,
  location_name: "North gate",
  location_description: "by the fig tree",
  latitude: -2.5,
  longitude: 34.8,
  cycle_time: 690,
  group_id: "3",
};
const DEVICE = {
  ...BEFORE,
  display_name: "River bend",
  device_name: "CAM-7",
  location: "North gate",
  id: "1",
};

describe("the fields that a person changed", () => {
  it("are those that differ, with what they were", () => {
    const after = { ...BEFORE, display_name: null, cycle_time: 240 };
    expect(changedFields(BEFORE, after)).toEqual({
      value: { display_name: null, cycle_time: 240 },
      base: { display_name: "River bend", cycle_time: 690 },
    });
    expect(changedFields(BEFORE, { ...BEFORE })).toEqual({ value: {}, base: {} });
  });

  it.each([
    ["latitude", { latitude: -2.6 }],
    ["longitude", { longitude: 34.9 }],
  ])("have both halves of a position where its %s moved", (_, moved) => {
    const { value, base } = changedFields(BEFORE, { ...BEFORE, ...moved });
    expect(value).toEqual({ latitude: -2.5, longitude: 34.8, ...moved });
    expect(base).toEqual({ latitude: -2.5, longitude: 34.8 });
  });

  it("are each set by one of two calls", () => {
    expect([...DEVICE_FIELDS].sort()).toEqual(Object.keys(BEFORE).sort());
    expect(DISPLAY_FIELDS).toEqual(["display_name", "description", "location_description"]);
    expect(DISPLAY_FIELDS.filter((field) => UPDATE_FIELDS.includes(field))).toEqual([]);
    expect(UPDATE_FIELDS).toHaveLength(5);
  });
});

describe("a Sentinel with changes that wait", () => {
  it("shows them as it will show them when the server has them", () => {
    expect(withFields(DEVICE, { description: "dusty", group_id: null })).toEqual({
      ...DEVICE,
      description: "dusty",
      group_id: null,
    });
    expect(withFields(DEVICE, { location_name: null })).toEqual({
      ...DEVICE,
      location_name: null,
      location: null,
    });
    expect(withFields(DEVICE, {})).toEqual(DEVICE);
  });

  it("is called by its preferred name, and by its own again once that is cleared", () => {
    expect(withFields(DEVICE, { display_name: "Waterhole" }).display_name).toBe("Waterhole");
    expect(withFields(DEVICE, { display_name: null }).display_name).toBe("CAM-7");
    expect(withFields(DEVICE, { cycle_time: 5 }).display_name).toBe("River bend");
  });

  it("has them once all of them are what it shows", () => {
    expect(hasFields(DEVICE, {})).toBe(true);
    expect(hasFields(DEVICE, { display_name: "River bend", latitude: -2.5 })).toBe(true);
    expect(hasFields(DEVICE, { display_name: "River bend", latitude: -2.6 })).toBe(false);
    expect(hasFields(DEVICE, { display_name: null })).toBe(false);
    expect(hasFields({ ...DEVICE, display_name: "CAM-7" }, { display_name: null })).toBe(true);
  });
});
