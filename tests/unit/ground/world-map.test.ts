import { brotliCompressSync } from "node:zlib";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { describe, expect, it } from "vitest";
import { makeWorldMap } from "../../../scripts/world-map.mjs";

type Ring = readonly (readonly [number, number])[];

const { countries: topology, places } = makeWorldMap();
const { countries } = (topology as Topology<{ countries: GeometryCollection<{ name: string }> }>).objects;
const shapes = feature(topology as Topology, countries).features.map(({ properties, geometry }) => ({
  name: properties.name,
  polygons: (geometry.type === "MultiPolygon" ? geometry.coordinates : []) as unknown as Ring[][],
}));

describe("the built-in map of the world", () => {
  it("is at most 350 kB", () => {
    const bytes = brotliCompressSync(JSON.stringify({ topology, places })).length;
    expect(bytes).toBeLessThanOrEqual(350_000);
  });

  it("is cut at the antimeridian: no edge runs across the map", () => {
    for (const { name, polygons } of shapes) {
      for (const ring of polygons.flat()) {
        expect(Math.max(...ring.map(([longitude]) => Math.abs(longitude))), name).toBeLessThanOrEqual(180.01);
        for (const [at, [longitude, latitude]] of ring.entries()) {
          const [before, beforeLatitude] = ring[at - 1] ?? [longitude, latitude];
          // Along the South Pole, which is a line on this map, an edge may.
          const isPole = latitude < -89 && beforeLatitude < -89;
          if (!isPole) expect(Math.abs(longitude - before), name).toBeLessThan(60);
        }
      }
    }
  });

  it("has land where land is, and sea where sea is", () => {
    expect(countryAt(9.15, 50.25)).toBe("Germany");
    expect(countryAt(36.8, -1.29)).toBe("Kenya");
    expect(countryAt(-90.4, -0.7)).toBe("Ecuador");
    expect(countryAt(178, -17.8)).toBe("Fiji");
    expect(countryAt(-179, 67)).toBe("Russia");
    expect(countryAt(0, -85)).toBe("Antarctica");
    for (const [longitude, latitude] of [
      [-30, 30],
      [-150, 0],
      [80, -20],
      [0, 85],
      [73.2, 8],
    ] as const)
      expect(countryAt(longitude, latitude)).toBeNull();
  });

  it("names the large places, the most populous first", () => {
    expect(places.length).toBeGreaterThan(2000);
    expect(places[0]?.[0]).toBe("Tokyo");
    expect(places.map(([name]) => name)).toContain("Nairobi");
  });
});

/** By the even-odd rule over all rings of a country. */
function countryAt(x: number, y: number): string | null {
  const found = shapes.find(({ polygons }) => {
    let inside = false;
    for (const ring of polygons.flat()) {
      for (let at = 1; at < ring.length; at += 1) {
        const [ax, ay] = ring[at - 1] ?? [0, 0];
        const [bx, by] = ring[at] ?? [0, 0];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      }
    }
    return inside;
  });
  return found?.name ?? null;
}
