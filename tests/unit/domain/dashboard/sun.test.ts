import fc from "fast-check";
import { getPosition } from "suncalc";
import { describe, expect, it } from "vitest";
import { sunElevation } from "../../../../src/domain/dashboard/sun.ts";
import { sunCourse } from "../../../../src/domain/dashboard/sun-course.ts";

/** Of the horizon itself; a height of 5° is raised by a sixth of a degree, so lower ones are not compared. */
const REFRACTION_MATTERS_BELOW = 5;

describe("the sun's course", () => {
  it("is that of another program, which follows other formulas, wherever and whenever", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1995, 0), max: Date.UTC(2045, 0) }),
        fc.double({ min: -89, max: 89, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (atMs, latitude, longitude) => {
          const { altitude } = getPosition(new Date(atMs), latitude, longitude);
          const elevation = sunElevation(atMs, latitude, longitude);
          const raised = altitude > REFRACTION_MATTERS_BELOW ? 0.18 : 0.75;
          expect(elevation).toBeLessThan(altitude + 0.1);
          expect(elevation).toBeGreaterThan(altitude - raised - 0.1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("stands at noon on a solstice as high as the tilt of the earth says", () => {
    // 90° − 51.4779° + 23.436°, at Greenwich, where true noon was at 12:01:50 UTC.
    const elevation = sunElevation(Date.UTC(2024, 5, 20, 12, 1, 50), 51.4779, 0);
    expect(elevation).toBeCloseTo(90 - 51.4779 + 23.436, 1);
  });

  it("is over the middle of the places, by their insights, on their median day", () => {
    const places = [
      { latitude: 10, longitude: 20, count: 3 },
      { latitude: 14, longitude: 24, count: 1 },
    ];
    const course = sunCourse(places, {
      firstMs: Date.UTC(2024, 2, 1, 7),
      medianMs: Date.UTC(2026, 2, 6, 23),
      lastMs: Date.UTC(2026, 2, 11, 5),
    });
    expect(course).toMatchObject({ latitude: 11, longitude: 21, dayMs: Date.UTC(2026, 2, 6) });
    expect(course?.elevations).toHaveLength(24);
    expect(course?.elevations[10]).toBe(sunElevation(Date.UTC(2026, 2, 6, 10, 30), 11, 21));
  });

  it("is not drawn where places lie more than an hour of sun time apart, or there are none", () => {
    const span = { firstMs: 0, medianMs: 0, lastMs: 1 };
    const at = (longitude: number) => ({ latitude: 1, longitude, count: 1 });
    expect(sunCourse([at(0), at(15)], span)).not.toBeNull();
    expect(sunCourse([at(0), at(15.1)], span)).toBeNull();
    expect(sunCourse([], span)).toBeNull();
    expect(sunCourse([at(0)], null)).toBeNull();
  });
});
