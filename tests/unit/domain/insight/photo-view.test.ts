import { expect, it } from "vitest";
import { isBrightened } from "../../../../src/domain/insight/brightened.ts";
import { readZoomBase, ZOOM_BASES } from "../../../../src/domain/insight/zoom-base.ts";

it("brightens the photo at which it was asked for and all dark ones, and no other", () => {
  const photos = [
    { insightId: "asked", dark: false },
    { insightId: "night", dark: true },
    { insightId: "day", dark: false },
  ];
  expect(photos.map((photo) => isBrightened("asked", photo))).toEqual([true, true, false]);
  expect(photos.map((photo) => isBrightened(null, photo))).toEqual([false, false, false]);
});

it("reads how photos lie as it was stored, and anything else as tall", () => {
  expect(ZOOM_BASES.map(readZoomBase)).toEqual(ZOOM_BASES);
  expect([null, "", "wide"].map(readZoomBase)).toEqual(["tall", "tall", "tall"]);
});
