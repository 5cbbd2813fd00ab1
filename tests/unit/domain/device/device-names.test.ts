import { describe, expect, it } from "vitest";
import { animalName, DEPLOY, putsModelOn, REMOVE } from "../../../../src/domain/device/deploy.ts";
import {
  DEVICE_ID_MAX_LENGTH,
  displayName,
  isCalled,
  isDeviceId,
} from "../../../../src/domain/device/device-name.ts";
import { classesBeyond, mayBeReleased } from "../../../../src/domain/device/release.ts";

describe("a Sentinel's name", () => {
  it("is the preferred one, else the device's own, else 'Unnamed'", () => {
    const named = (preferred_name: string | null, device_name: string | null) =>
      displayName({ preferred_name, device_name });
    expect(named("Waterhole", "CAM-7")).toBe("Waterhole");
    expect(named("Waterhole", null)).toBe("Waterhole");
    expect(named(null, "CAM-7")).toBe("CAM-7");
    expect(named("", "CAM-7")).toBe("CAM-7");
    expect(named("", "")).toBe("Unnamed");
    expect(named(null, null)).toBe("Unnamed");
  });

  it("is the one that people see, or the device's own", () => {
    const renamed = { displayName: "Waterhole", deviceName: "CAM-7" };
    expect(isCalled("Waterhole", renamed)).toBe(true);
    expect(isCalled("CAM-7", renamed)).toBe(true);
    expect(isCalled("CAM-8", renamed)).toBe(false);
    expect(isCalled("CAM-7", { displayName: "Unnamed", deviceName: null })).toBe(false);
  });
});

describe("the id of a new Sentinel", () => {
  it.each([
    "7",
    "RIDGE-1",
    "CAM 7 north",
    "!#~",
    ".hidden",
    "a..",
    "updates",
    "x".repeat(DEVICE_ID_MAX_LENGTH),
  ])("may be %s", (id) => expect(isDeviceId(id)).toBe(true));

  it.each([
    "",
    " ",
    " CAM",
    "CAM ",
    "CAM  7",
    "CAM\t7",
    "Gämse",
    "🦊",
    ".",
    "..",
    "...",
    "update",
    "x".repeat(DEVICE_ID_MAX_LENGTH + 1),
  ])("may not be %j", (id) => expect(isDeviceId(id)).toBe(false));
});

describe("a model", () => {
  it("is put on a Sentinel by one status alone; any other text takes it off", () => {
    expect(DEPLOY).toBe("Deploy");
    expect([DEPLOY, REMOVE, "deploy", ""].map(putsModelOn)).toEqual([true, false, false, false]);
  });

  it("names an animal as its maker did, else by the short label", () => {
    expect(animalName({ label: "fox", original_label: "Vulpes vulpes" })).toBe("Vulpes vulpes");
    expect(animalName({ label: "fox", original_label: "" })).toBe("fox");
  });

  it("may be released once its file is known and a Sentinel can run its framework", () => {
    const file = { framework: "YOLOv5", bucket: "models", path: "a/b.pt", checksum: "c0ffee" };
    expect(mayBeReleased(file)).toBe(true);
    expect(mayBeReleased({ ...file, framework: "2StageClassifier" })).toBe(true);
    for (const missing of [
      { framework: "yolov5" },
      { framework: "" },
      { bucket: null },
      { path: null },
      { checksum: null },
      { bucket: "" },
    ]) {
      expect(mayBeReleased({ ...file, ...missing }), JSON.stringify(missing)).toBe(false);
    }
  });

  it("has only its own classes in a release, and 'empty', which every model has", () => {
    expect(classesBeyond([1, 2, 99], [1, 2, 3])).toEqual([]);
    expect(classesBeyond([4, 1, 5], [1])).toEqual([4, 5]);
  });
});
