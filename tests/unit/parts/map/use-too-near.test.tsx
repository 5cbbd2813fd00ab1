// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { map as createMap } from "leaflet";
import { expect, it } from "vitest";
import { useTooNear } from "../../../../src/parts/map/use-too-near.ts";
import type { Overlay } from "../../../../src/ui/map/basemap/basemap.tsx";

const NO_OVERLAY: Overlay = { kind: "none" };

function mapAt(zoom: number) {
  return createMap(document.createElement("div"), { center: [50.2, 9.1], zoom, zoomAnimation: false });
}

it("a map is an empty plane where it is nearer than the built-in map shows anything, until it is zoomed out", () => {
  const map = mapAt(15);
  const { result } = renderHook(() => useTooNear(map, NO_OVERLAY));
  expect(result.current).toBe(true);
  act(() => void map.setZoom(10));
  expect(result.current).toBe(false);
  act(() => void map.setZoom(11));
  expect(result.current).toBe(true);
});

it("a map is no empty plane under online tiles or a region, but under a region that is not opened", () => {
  const source = { maxZoom: 14, labels: [], attribution: null, tile: async () => null };
  const isEmptyUnder = (overlay: Overlay) => renderHook(() => useTooNear(mapAt(15), overlay)).result.current;
  expect(isEmptyUnder({ kind: "raster", url: "/{z}/{x}/{y}", attribution: null })).toBe(false);
  expect(isEmptyUnder({ kind: "region", source })).toBe(false);
  expect(isEmptyUnder({ kind: "region", source: null })).toBe(true);
});

it("nothing is said before there is a map", () => {
  expect(renderHook(() => useTooNear(null, NO_OVERLAY)).result.current).toBe(false);
});
