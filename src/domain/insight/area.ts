/** An area in degrees; `west` is greater than `east` where it crosses the date line. */
export interface Area {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Whether a place lies in an area, its edges included; an unknown place lies in none. */
export function isInArea(
  { south, west, north, east }: Area,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): boolean {
  if (latitude === null || longitude === null) return false;
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** Whether these bounds are an area: on the globe, and its south not north of its north. */
export function isArea({ south, west, north, east }: Area): boolean {
  const onGlobe = south >= -90 && north <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  return onGlobe && south <= north;
}
