import { describe, expect, it } from "vitest";
import {
  DEFAULT_FIRMWARE_TAG,
  DEFAULT_SATELLITE_FIX_MINUTES,
  DEFAULT_UPDATE_CYCLE_MINUTES,
  DEFAULT_UPDATE_TRIGGER_NUMBER,
  FIRMWARE_TAGS,
  firmwareTagsFor,
  MAX_UPDATE_DEVICES,
  mayDropUpdate,
  overallUpdateStatus,
  UPDATE_STATUSES,
  updateIcon,
} from "../../../../src/domain/device/device-update.ts";
import { checkUpdateRequest } from "../../../../src/domain/device/device-update-request.ts";

const REQUEST = {
  deviceIds: ["SN-1", "SN-2"],
  firmwareReleaseTag: "release",
  algReleaseId: "7",
  settings: { cycleTime: 690, triggerNumber: 30, satelliteFixTime: 5, satellitePasses: 0 },
};

function faultsOf(body: unknown): Record<string, string> {
  const checked = checkUpdateRequest(body);
  return checked.ok ? {} : Object.fromEntries(checked.faults);
}

const withSettings = (settings: object) => ({ ...REQUEST, settings: { ...REQUEST.settings, ...settings } });

describe("what may be asked of a Sentinel", () => {
  it("takes a whole wish as it stands, each Sentinel once and ids as text", () => {
    expect(checkUpdateRequest(REQUEST)).toEqual({ ok: true, request: REQUEST });
    expect(checkUpdateRequest({ ...REQUEST, deviceIds: [77, "77", "8"], algReleaseId: 7 })).toEqual({
      ok: true,
      request: { ...REQUEST, deviceIds: ["77", "8"] },
    });
  });

  it.each([
    ["a Sentinel [UPD-15]", "deviceIds", { ...REQUEST, deviceIds: [] }],
    ["a release [UPD-16]", "algReleaseId", { ...REQUEST, algReleaseId: "" }],
    ["a cycle time [UPD-17]", "settings.cycleTime", withSettings({ cycleTime: null })],
    ["a trigger number [UPD-18]", "settings.triggerNumber", withSettings({ triggerNumber: undefined })],
    ["a firmware tag [UPD-19]", "firmwareReleaseTag", { ...REQUEST, firmwareReleaseTag: undefined }],
  ])("needs %s", (_, field, body) => {
    expect(faultsOf(body)).toEqual({ [field]: "missing" });
  });

  it("names everything that a bare body leaves out", () => {
    const missing = [
      "deviceIds",
      "firmwareReleaseTag",
      "algReleaseId",
      "settings.cycleTime",
      "settings.triggerNumber",
    ];
    for (const body of [{}, null, "text", [], { settings: [] }]) {
      expect(faultsOf(body)).toEqual(Object.fromEntries(missing.map((field) => [field, "missing"])));
    }
  });

  it("leaves satellite fields to the Sentinel where they are blank", () => {
    const checked = checkUpdateRequest(withSettings({ satelliteFixTime: undefined, satellitePasses: null }));
    expect(checked).toMatchObject({
      ok: true,
      request: { settings: { satelliteFixTime: null, satellitePasses: null } },
    });
  });

  it.each([
    ["settings.cycleTime", withSettings({ cycleTime: 100 })],
    ["settings.cycleTime", withSettings({ cycleTime: "690" })],
    ["settings.triggerNumber", withSettings({ triggerNumber: 31 })],
    ["settings.satelliteFixTime", withSettings({ satelliteFixTime: 6 })],
    ["settings.satelliteFixTime", withSettings({ satelliteFixTime: 1 })],
    ["settings.satellitePasses", withSettings({ satellitePasses: -1 })],
    ["settings.satellitePasses", withSettings({ satellitePasses: 1.5 })],
    ["settings.satellitePasses", withSettings({ satellitePasses: 1e300 })],
    ["firmwareReleaseTag", { ...REQUEST, firmwareReleaseTag: "beta" }],
    ["deviceIds", { ...REQUEST, deviceIds: ["SN-1", {}] }],
    ["deviceIds", { ...REQUEST, deviceIds: "SN-1" }],
    ["deviceIds", { ...REQUEST, deviceIds: ["SN-1", ""] }],
    ["deviceIds", { ...REQUEST, deviceIds: [["SN-1"]] }],
    ["deviceIds", { ...REQUEST, deviceIds: ["s".repeat(201)] }],
    ["deviceIds", { ...REQUEST, deviceIds: [1.5] }],
    ["settings.satellitePasses", withSettings({ satellitePasses: 2_147_483_648 })],
    ["algReleaseId", { ...REQUEST, algReleaseId: {} }],
  ])("refuses for %s what is no option", (field, body) => {
    expect(faultsOf(body)).toEqual({ [field]: "not_an_option" });
  });

  it("takes ten thousand Sentinels, ids of 200 characters and as many passes as a database holds, and no more", () => {
    const deviceIds = Array.from({ length: MAX_UPDATE_DEVICES }, (_, at) => `SN-${at}`);
    expect(faultsOf({ ...REQUEST, deviceIds })).toEqual({});
    expect(faultsOf({ ...REQUEST, deviceIds: [...deviceIds, "one more"] })).toEqual({
      deviceIds: "not_an_option",
    });
    expect(faultsOf({ ...REQUEST, deviceIds: ["s".repeat(200)] })).toEqual({});
    expect(faultsOf(withSettings({ satellitePasses: 2_147_483_647 }))).toEqual({});
  });

  it("begins with values that may be asked for", () => {
    expect(FIRMWARE_TAGS).toContain(DEFAULT_FIRMWARE_TAG);
    const settings = {
      cycleTime: DEFAULT_UPDATE_CYCLE_MINUTES,
      triggerNumber: DEFAULT_UPDATE_TRIGGER_NUMBER,
      satelliteFixTime: DEFAULT_SATELLITE_FIX_MINUTES,
    };
    expect(faultsOf(withSettings(settings))).toEqual({});
  });

  it("offers staging to staff alone [UPD-13] [UPD-14]", () => {
    expect(firmwareTagsFor("member")).toEqual(["release", "alpha"]);
    expect(firmwareTagsFor("restricted")).toEqual(["release", "alpha"]);
    expect(firmwareTagsFor("staff")).toEqual(["release", "alpha", "staging"]);
  });
});

describe("the status of an update", () => {
  it("lets a person drop what is pending, and change nothing else [UPD-06]", () => {
    expect(UPDATE_STATUSES.filter(mayDropUpdate)).toEqual(["pending"]);
  });

  it("has an icon for each status, none for one that was dropped or never was", () => {
    expect([...UPDATE_STATUSES, null].map(updateIcon)).toEqual([
      "pending",
      "passed",
      "failed",
      "none",
      "none",
    ]);
  });

  it("is pending until every Sentinel has reported, then success if all did, else failed", () => {
    expect(overallUpdateStatus(["success", "pending", "failed"])).toBe("pending");
    expect(overallUpdateStatus(["success", "failed", "success"])).toBe("failed");
    expect(overallUpdateStatus(["success", "success"])).toBe("success");
    expect(overallUpdateStatus(["dropped", "success"])).toBe("success");
    expect(overallUpdateStatus(["dropped", "failed"])).toBe("failed");
    expect(overallUpdateStatus(["dropped", "dropped"])).toBe("dropped");
  });
});
