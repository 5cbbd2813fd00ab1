import { expect, it } from "vitest";
import { readZoomBase, ZOOM_BASES } from "../../../../src/domain/insight/zoom-base.ts";

it("reads how photos lie as it was stored, and anything else as tall", () => {
  expect(ZOOM_BASES.map(readZoomBase)).toEqual(ZOOM_BASES);
  expect([null, "", "wide"].map(readZoomBase)).toEqual(["tall", "tall", "tall"]);
});
