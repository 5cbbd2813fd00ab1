import type { Area } from "../domain/insight/area.ts";

/** An area as a client sends it: plain figures, to a tenth of a metre, whatever their size. */
export function areaText({ south, west, north, east }: Area): string {
  return [south, west, north, east].map((degrees) => degrees.toFixed(6)).join(",");
}
