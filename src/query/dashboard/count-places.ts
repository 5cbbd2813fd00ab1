import type { PlaceCount } from "../../domain/dashboard/counts.ts";
import { createNumberReader } from "../../storage/mirror/insight-chunk.ts";
import type { CountedInsights } from "./counted-insights.ts";

/** Positions with how many insights each has, most first; a missing position, or one with a zero in it, is none. */
export function countPlaces({ queries, passes }: CountedInsights): PlaceCount[] {
  const { columns } = queries;
  const places: PlaceCount[] = [];
  const byLatitude = new Map<number, Map<number, PlaceCount>>();
  const placeAt = (latitude: number, longitude: number): PlaceCount => {
    let onParallel = byLatitude.get(latitude);
    if (onParallel === undefined) {
      onParallel = new Map();
      byLatitude.set(latitude, onParallel);
    }
    let place = onParallel.get(longitude);
    if (place === undefined) {
      place = { latitude, longitude, count: 0 };
      onParallel.set(longitude, place);
      places.push(place);
    }
    return place;
  };
  /** A Sentinel rarely moves: its last position is looked at before all others. */
  const lastOf: (PlaceCount | undefined)[] = new Array(columns.devices.texts.length);
  const [readNorth, readEast] = [createNumberReader(), createNumberReader()];
  for (const { chunk, start } of columns.chunks()) {
    const north = readNorth(chunk.numbers.latitude);
    const east = readEast(chunk.numbers.longitude);
    for (let row = 0; row < chunk.rows; row += 1) {
      const at = start + row;
      if (passes[at] !== 1) continue;
      const latitude = north.values === null ? north.all : (north.values[row] ?? Number.NaN);
      const longitude = east.values === null ? east.all : (east.values[row] ?? Number.NaN);
      const product = latitude * longitude;
      if (product === 0 || Number.isNaN(product)) continue;
      const device = columns.deviceCode[at] ?? 0;
      let place = lastOf[device];
      if (place === undefined || place.latitude !== latitude || place.longitude !== longitude) {
        place = placeAt(latitude, longitude);
        lastOf[device] = place;
      }
      (place as { count: number }).count += 1;
    }
  }
  return places.sort((one, other) => other.count - one.count);
}
