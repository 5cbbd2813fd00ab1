// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAP_LAYERS, type MapLayer } from "../../../../src/domain/map/map-warnings.ts";
import { DeviceClusterLayer, type DevicePoint } from "../../../../src/ui/map/device-cluster-layer.tsx";
import { L } from "../../../../src/ui/map/leaflet.ts";

const stage = vi.hoisted(() => ({ map: null as unknown }));
vi.mock("react-leaflet", () => ({ useMap: () => stage.map }));

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.useFakeTimers();
  const place = document.createElement("div");
  Object.defineProperties(place, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
  document.body.append(place);
  stage.map = L.map(place, { center: [0, 0], zoom: 3, maxZoom: 19, zoomAnimation: false });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const WORDS = {
  device: ({ name, insights }: DevicePoint) => `${name}, ${insights}`,
  cluster: (points: number, insights: number) => `${points} with ${insights}`,
};
const LAYERS = new Set(MAP_LAYERS);
const pointsOf = (count: number, insights: number): DevicePoint[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `d${at}`,
    name: `Camera ${at}`,
    latitude: 10 + (at % 50) / 10_000,
    longitude: 20 + Math.floor(at / 50) / 10_000,
    insights,
    warnings: [],
  }));
const layer = (points: readonly DevicePoint[], layers: ReadonlySet<MapLayer> = LAYERS) => (
  <DeviceClusterLayer
    points={points}
    layers={layers}
    selectedId={null}
    onSelect={() => undefined}
    words={WORDS}
  />
);
const names = () =>
  [...document.querySelectorAll("[data-cluster], [data-device]")].map((mark) =>
    mark.getAttribute("aria-label"),
  );

describe("the markers of Sentinels", () => {
  it("are added a thousand at a time, the first ones at once", async () => {
    render(layer(pointsOf(2_500, 1)));
    expect(names()).toEqual(["1000 with 1000"]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(names()).toEqual(["2500 with 2500"]);
  });

  it("go on being added where what they show changes meanwhile, and show what it is now", async () => {
    const { rerender } = render(layer(pointsOf(2_500, 1)));
    rerender(layer(pointsOf(2_500, 3)));
    // Begun anew, the first thousand alone would be there twice as long.
    expect(names()).toEqual(["1000 with 3000"]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(names()).toEqual(["2500 with 7500"]);
  });

  it("are made anew where one moved or others came", async () => {
    const points = pointsOf(3, 1);
    const { rerender } = render(layer(points));
    expect(names()).toEqual(["3 with 3"]);
    rerender(layer(points.map((point) => (point.id === "d1" ? { ...point, latitude: -40 } : point))));
    expect(names().sort()).toEqual(["2 with 2", "Camera 1, 1"]);
    rerender(layer(points.slice(0, 2)));
    expect(names()).toEqual(["2 with 2"]);
    rerender(layer([]));
    expect(names()).toEqual([]);
  });

  it("of a cluster have a picture where one of its Sentinels has a warning that is shown", () => {
    const points = pointsOf(3, 1);
    const pictures = () =>
      [...document.querySelectorAll<SVGElement>("[data-cluster] svg")].map(({ dataset }) => dataset.picture);
    const { rerender } = render(layer(points));
    expect(pictures()).toEqual([]);
    const warned = points.map(
      (point, at): DevicePoint => (at === 1 ? { ...point, warnings: ["low_battery"] } : point),
    );
    rerender(layer(warned));
    expect(pictures()).toEqual(["warned"]);
    rerender(layer(warned, new Set(["insight_count"])));
    expect(pictures()).toEqual([]);
  });

  it("keep their places under new names, which come in another order", async () => {
    const [first, second] = pointsOf(2, 1) as [DevicePoint, DevicePoint];
    const apart = { ...second, latitude: -40 };
    const { rerender } = render(layer([first, apart]));
    expect(names().sort()).toEqual(["Camera 0, 1", "Camera 1, 1"]);
    rerender(layer([{ ...apart, name: "A" }, first]));
    expect(names().sort()).toEqual(["A, 1", "Camera 0, 1"]);
  });
});
