import { describe, expect, it } from "vitest";
import {
  checkRelease,
  classChoices,
  EMPTY_RELEASE,
  newModel,
  normalizationChoices,
  readDownstream,
  withCurrentAlgs,
} from "../../../../src/features/admin/releases/release-draft.ts";
import type { Alg } from "../../../../src/protocol/shapes.ts";

const alg = (alg_id: string, change: Partial<Alg> = {}): Alg => ({
  alg_id,
  alg_name: `Model ${alg_id}`,
  framework: "YOLOv5",
  date_created: "2026-01-01T00:00:00.000Z",
  alg_bucket: "models",
  alg_path: `${alg_id}.tflite`,
  md5_checksum: "0f",
  class_definitions: [
    { class_id: 0, label: "fox", original_label: "fox" },
    { class_id: 1, label: "deer", original_label: "deer" },
  ],
  ...change,
});
const draftOf = (...algs: Alg[]) => ({ ...EMPTY_RELEASE, name: "Spring", models: algs.map(newModel) });
const errorsOf = (draft: Parameters<typeof checkRelease>[0]) => {
  const checked = checkRelease(draft);
  return checked.ok ? {} : checked.errors;
};

describe("the draft of a release", () => {
  it("has its models as the server has them now, and keeps one that is gone", () => {
    const draft = draftOf(alg("4"), alg("5"));
    const now = withCurrentAlgs(draft, [alg("4", { alg_path: null }), alg("6")]);
    expect(now.models.map((model) => model.alg)).toEqual([alg("4", { alg_path: null }), alg("5")]);
    expect(withCurrentAlgs(EMPTY_RELEASE, [alg("4")])).toBe(EMPTY_RELEASE);
  });

  it("is sent with the safe defaults where nothing else is chosen", () => {
    expect(checkRelease({ ...draftOf(alg("4")), name: "  Spring ", description: " " })).toEqual({
      ok: true,
      release: {
        name: "Spring",
        description: null,
        models: [
          {
            algMetadataId: "4",
            isIntermediate: false,
            saveBBImages: false,
            saveCroppedImages: false,
            downstreamConfigs: [],
            bypassClasses: [],
            ignoredClasses: [],
            imageNormalizationMethod: "resize",
          },
        ],
      },
    });
  });

  it("carries class handling, normalization and the advanced fields of each model by itself [ADMIN-07] [ADMIN-08]", () => {
    const [first, second] = draftOf(alg("4"), alg("5")).models;
    const checked = checkRelease({
      name: "Two",
      description: "Both",
      models: [
        { ...(first as typeof second & object), ignored: new Set([0, 99]), normalization: "letterbox" },
        {
          ...(second as typeof first & object),
          bypass: new Set([1]),
          isIntermediate: true,
          saveBBImages: true,
          saveCroppedImages: true,
          downstream: '[{"threshold": 0.5}]',
        },
      ],
    });
    expect(checked.ok && checked.release.models).toEqual([
      expect.objectContaining({
        algMetadataId: "4",
        ignoredClasses: [0, 99],
        bypassClasses: [],
        imageNormalizationMethod: "letterbox",
        isIntermediate: false,
      }),
      {
        algMetadataId: "5",
        ignoredClasses: [],
        bypassClasses: [1],
        imageNormalizationMethod: "resize",
        isIntermediate: true,
        saveBBImages: true,
        saveCroppedImages: true,
        downstreamConfigs: [{ threshold: 0.5 }],
      },
    ]);
  });

  it("needs a name and a model", () => {
    expect(Object.keys(errorsOf(EMPTY_RELEASE))).toEqual(["name", "models"]);
    expect(errorsOf({ ...draftOf(alg("4")), name: "x".repeat(201) })).toHaveProperty("name");
    expect(errorsOf({ ...draftOf(alg("4")), name: "x".repeat(200) })).toEqual({});
    expect(errorsOf({ ...draftOf(alg("4")), description: "x".repeat(2001) })).toHaveProperty("description");
  });

  it("names every model without checksum, bucket or path [ADMIN-09]", () => {
    const models = [
      alg("1", { md5_checksum: null }),
      alg("2", { alg_bucket: null }),
      alg("3", { alg_path: "" }),
      alg("4"),
    ];
    expect(errorsOf(draftOf(...models))).toEqual({
      models: "Some models are incorrectly formatted: Model 1, Model 2, Model 3.",
    });
  });

  it("names every model of a framework that is not one of the two, letter by letter [ADMIN-10]", () => {
    const models = ["2StageClassifier", "YOLOv5", "yolov5", "YOLOv8", ""].map((framework, at) =>
      alg(String(at), { framework }),
    );
    expect(errorsOf(draftOf(...models))).toEqual({
      models: "Some models are incorrectly formatted: Model 2, Model 3, Model 4.",
    });
  });

  it("offers the model's labels and 'empty' with the id 99, once [ADMIN-13]", () => {
    const own = [
      { id: 0, label: "fox" },
      { id: 1, label: "deer" },
    ];
    expect(classChoices(alg("4"))).toEqual([...own, { id: 99, label: "empty" }]);
    const known = alg("4").class_definitions.concat({
      class_id: 99,
      label: "empty",
      original_label: "empty",
    });
    expect(classChoices({ class_definitions: known })).toEqual([...own, { id: 99, label: "empty" }]);
  });

  it("offers the server's normalizations, resize first and also where the list is not known", () => {
    expect(normalizationChoices(["letterbox", "resize"])).toEqual(["resize", "letterbox"]);
    expect(normalizationChoices([])).toEqual(["resize"]);
    expect(normalizationChoices(undefined)).toEqual(["resize"]);
  });

  it.each([
    ["", []],
    [" [] ", []],
    ['[{"a":1},{}]', [{ a: 1 }, {}]],
  ])("reads downstream configs of %j", (text, configs) => {
    expect(readDownstream(text)).toEqual({ ok: true, configs });
  });

  it.each(["{", "{}", "[1]", "[[]]", "[null]", "null", '"a"'])("says why it cannot send %j", (text) => {
    expect(readDownstream(text).ok).toBe(false);
    const [model] = draftOf(alg("4")).models;
    const broken = { ...draftOf(), models: model ? [{ ...model, downstream: text }] : [] };
    expect(Object.keys(errorsOf(broken))).toEqual(["models.0.downstreamConfigs"]);
  });
});
