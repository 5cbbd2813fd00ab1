import { describe, expect, it } from "vitest";
import { metresPerPixel, scaleBar, scaleText } from "../../../../src/domain/map/scale.ts";

describe("the scale of a map", () => {
  it("is that of Web Mercator", () => {
    // https://wiki.openstreetmap.org/wiki/Zoom_levels
    expect(metresPerPixel(0, 0)).toBeCloseTo(156_543.03, 1);
    expect(metresPerPixel(0, 10)).toBeCloseTo(152.874, 3);
    expect(metresPerPixel(60, 10)).toBeCloseTo(76.437, 3);
    expect(metresPerPixel(-60, 10)).toBeCloseTo(76.437, 3);
  });

  it("shows the longest round distance that fits", () => {
    expect(scaleBar(1, 99)).toEqual({ metres: 50, px: 50 });
    expect(scaleBar(1, 100)).toEqual({ metres: 100, px: 100 });
    expect(scaleBar(1, 49)).toEqual({ metres: 20, px: 20 });
    expect(scaleBar(1, 20)).toEqual({ metres: 20, px: 20 });
    expect(scaleBar(1, 19)).toEqual({ metres: 10, px: 10 });
    expect(scaleBar(200, 90)).toEqual({ metres: 10_000, px: 50 });
    expect(scaleBar(0.25, 90)).toEqual({ metres: 20, px: 80 });
  });

  it("is written in metres, and in kilometres from one on", () => {
    expect([500, 1000, 20_000, 2_000_000].map(scaleText)).toEqual(["500 m", "1 km", "20 km", "2,000 km"]);
  });
});
