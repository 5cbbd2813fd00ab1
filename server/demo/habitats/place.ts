import type { Colour } from "../drawing.ts";
import type { Light } from "../light.ts";

/** A place in front of one camera: drawn once, then every photograph of that Sentinel is taken there. */
export interface Place {
  /** The page that lies behind the animals, as SVG without its root element. */
  readonly svg: string;
  /** The line where the ground ends, in pixels from the top. */
  readonly horizon: number;
  readonly light: Light;
  /** Plants in front of an animal's feet. */
  readonly cover: { colours: readonly Colour[]; height: number; leaves: boolean };
}
