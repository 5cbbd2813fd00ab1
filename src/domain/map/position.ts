/** A place on the globe, in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius of the Earth (IUGG), in metres. */
const EARTH_RADIUS_M = 6_371_008.8;

/** Where a Sentinel is plotted; null where one half is missing or lies outside of its range. Zero is a place. */
export function plottedAt(device: { latitude: number | null; longitude: number | null }): Position | null {
  const { latitude, longitude } = device;
  if (latitude === null || longitude === null) return null;
  // Also false for NaN.
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/**
 * Great-circle distance in metres, by the haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky and
 * Telescope 68, 1984). The Earth is taken for a sphere, which is wrong by 0.5 % at most.
 */
export function distanceM(from: Position, to: Position): number {
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)];
  const halfLat = Math.sin((lat2 - lat1) / 2);
  const halfLong = Math.sin(radians(to.longitude - from.longitude) / 2);
  const square = halfLat ** 2 + Math.cos(lat1) * Math.cos(lat2) * halfLong ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** The direction in which to set out on the great circle, in degrees from north by east, 0 or more and under 360. */
export function bearingDegrees(from: Position, to: Position): number {
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)];
  const turn = radians(to.longitude - from.longitude);
  const east = Math.sin(turn) * Math.cos(lat2);
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

export const COMPASS_POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export type CompassPoint = (typeof COMPASS_POINTS)[number];

export function compassPoint(degrees: number): CompassPoint {
  return COMPASS_POINTS[Math.round(degrees / 45) % COMPASS_POINTS.length] ?? "N";
}

/** `350 m`, `2.4 km`, `1,204 km`: as exact as a person on foot needs. */
export function distanceText(metres: number): string {
  if (metres < 995) return `${(Math.round(metres / 10) * 10).toLocaleString("en")} m`;
  const kilometres = metres / 1000;
  return `${kilometres < 9.95 ? kilometres.toFixed(1) : Math.round(kilometres).toLocaleString("en")} km`;
}

/** A longitude as it is stored, also where the map was turned round the globe. */
export function wrappedLongitude(degrees: number): number {
  return Math.abs(degrees) <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
