import { DAY_MS, HOUR_MS, startOfUtcDayMs } from "../time.ts";
import type { PlaceCount, TimeSpan } from "./counts.ts";
import { sunElevation } from "./sun.ts";

/** One hour of sun time: Sentinels that lie farther apart have no common course of the sun. */
const MOST_DEGREES_APART = 15;

export interface SunCourse {
  latitude: number;
  longitude: number;
  /** Midnight UTC of the day that it is of. */
  dayMs: number;
  /** Degrees above the horizon at half past each of the 24 hours in UTC. */
  elevations: readonly number[];
}

/**
 * The sun over the middle of the places, weighted by their insights, on the median day of the insights: half of them
 * were made before it, whatever gap the seasons of work leave. Null where there is no place, or they lie more than an
 * hour of sun time apart.
 */
export function sunCourse(places: readonly PlaceCount[], span: TimeSpan | null): SunCourse | null {
  const total = places.reduce((sum, { count }) => sum + count, 0);
  if (total === 0 || span === null) return null;
  const longitudes = places.map(({ longitude }) => longitude);
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const longitude of longitudes) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  if (east - west > MOST_DEGREES_APART) return null;
  const mean = (of: "latitude" | "longitude") =>
    places.reduce((sum, place) => sum + place[of] * place.count, 0) / total;
  const [latitude, longitude] = [mean("latitude"), mean("longitude")];
  const dayMs = startOfUtcDayMs(span.medianMs);
  const elevations = Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) =>
    sunElevation(dayMs + (hour + 0.5) * HOUR_MS, latitude, longitude),
  );
  return { latitude, longitude, dayMs, elevations };
}
