import { describe, expect, it } from "vitest";
import { mayBeReleased, modelLacks } from "../../../../src/domain/device/release.ts";

const WHOLE = { framework: "YOLOv5", bucket: "models", path: "a.tflite", checksum: "0f" };

describe("what a model lacks before it may be released", () => {
  it.each([
    ["nothing", {}, []],
    ["nothing with the other framework", { framework: "2StageClassifier" }, []],
    ["its bucket", { bucket: null }, ["bucket"]],
    ["its path", { path: "" }, ["path"]],
    ["its checksum", { checksum: null }, ["checksum"]],
    ["a framework in other letters", { framework: "yolov5" }, ["framework"]],
    ["several", { bucket: "", checksum: null, framework: "YOLOv8" }, ["bucket", "checksum", "framework"]],
  ])("is %s", (_what, change, lacks) => {
    const facts = { ...WHOLE, ...change };
    expect(modelLacks(facts)).toEqual(lacks);
    expect(mayBeReleased(facts)).toBe(lacks.length === 0);
  });
});
