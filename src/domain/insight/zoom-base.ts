/**
 * How a photo lies at rest. `tall` shows it whole, but crops its sides where it would be less than half as high as a low
 * phone; `fit` always shows it whole, `fill` covers the stage.
 */
export const ZOOM_BASES = ["tall", "fit", "fill"] as const;
export type ZoomBase = (typeof ZOOM_BASES)[number];

/** The stored text, else `tall`. */
export function readZoomBase(stored: string | null): ZoomBase {
  return ZOOM_BASES.find((base) => base === stored) ?? "tall";
}
