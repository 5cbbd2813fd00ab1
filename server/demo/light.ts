import { type Colour, luminance, mix, scaled } from "./drawing.ts";

/** How a place is lit: the same trunks and grass are drawn for day and night, each colour goes through here. */
export interface Light {
  readonly night: boolean;
  /** The colour of an element at a depth: 0 at the lens, 1 at the horizon. */
  tone(colour: Colour, depth: number): Colour;
}

/** Daylight: what is far fades into the air. `air` is the colour of the haze, `haze` how much of it, 0–1. */
export function daylight(air: Colour, haze: number): Light {
  return { night: false, tone: (colour, depth) => mix(colour, air, haze * depth ** 1.3) };
}

/**
 * Infrared flash: no colour, and light that falls off with the square of the distance. Leaves throw infrared
 * back far better than they look to an eye, hence the lift of dark colours.
 */
export function infrared(reach: number): Light {
  return {
    night: true,
    tone: (colour, depth) => {
      const reflected = 0.2 + luminance(colour) * 0.95;
      const lit = 1 / (1 + (depth / reach) ** 2.2);
      const grey = 10 + 245 * reflected * lit;
      return scaled([1, 1, 1.02], grey);
    },
  };
}
