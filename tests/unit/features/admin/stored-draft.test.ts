import { describe, expect, it } from "vitest";
import { EMPTY_RELEASE, newModel } from "../../../../src/features/admin/releases/release-draft.ts";
import { storeDraft, storedDraft } from "../../../../src/features/admin/releases/stored-draft.ts";
import { LOCAL_KEYS, type LocalKey } from "../../../../src/platform/stored-values.ts";
import type { Alg } from "../../../../src/protocol/shapes.ts";

const ALG: Alg = {
  alg_id: "4",
  alg_name: "Mammals",
  framework: "YOLOv5",
  date_created: "2026-01-01T00:00:00.000Z",
  alg_bucket: "models",
  alg_path: "4.tflite",
  md5_checksum: "0f",
  class_definitions: [{ class_id: 0, label: "fox", original_label: "Vulpes vulpes" }],
};
const DRAFT = {
  name: "Spring",
  description: "For the wet season",
  models: [{ ...newModel(ALG), ignored: new Set([0]), bypass: new Set([99]), downstream: "[" }],
};

function memory() {
  const held = new Map<LocalKey, string>();
  return {
    held,
    get: (key: LocalKey) => held.get(key) ?? null,
    set: (key: LocalKey, value: string) => void held.set(key, value),
    remove: (key: LocalKey) => void held.delete(key),
  };
}

describe("the stored draft of a release", () => {
  it("is what its user left, choices and half-typed text included", () => {
    const values = memory();
    storeDraft(values, 7, DRAFT);
    expect(storedDraft(values, 7)).toEqual(DRAFT);
  });

  it("is nobody else's", () => {
    const values = memory();
    storeDraft(values, 7, DRAFT);
    expect(storedDraft(values, 8)).toBe(EMPTY_RELEASE);
  });

  it("is gone with a release that was made or discarded", () => {
    const values = memory();
    storeDraft(values, 7, DRAFT);
    storeDraft(values, 7, EMPTY_RELEASE);
    expect(values.held.size).toBe(0);
    expect(storedDraft(values, 7)).toBe(EMPTY_RELEASE);
  });

  it.each(["no JSON", "3", '{"userId":7,"draft":{"name":"a","description":"","models":[{}]}}'])(
    "is empty where another program wrote there: %s",
    (text) => {
      const values = memory();
      values.held.set(LOCAL_KEYS.releaseDraft, text);
      expect(storedDraft(values, 7)).toBe(EMPTY_RELEASE);
    },
  );
});
