import type { Area } from "../domain/insight/area.ts";

/** An area as a client sends it: plain decimals, rounded to about a tenth of a metre. */
export function areaText({ south, west, north, east }: Area): string {
  return [south, west, north, east].map((degrees) => degrees.toFixed(6)).join(",");
}
