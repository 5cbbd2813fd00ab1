import type { MapLabel } from "./tile-source.ts";

/** Coordinates in a tile of the built-in map go from 0 to this. */
export const WORLD_EXTENT = 4096;
/** Beyond this the coast has no more bends: its tiles are drawn larger. */
export const WORLD_MAX_ZOOM = 12;

export interface ToWorldWorker {
  id: number;
  z: number;
  x: number;
  y: number;
}

/** First all labels, once; then the rings of the lands on each tile that is asked for. */
export type FromWorldWorker =
  | { kind: "labels"; labels: readonly MapLabel[] }
  | { kind: "tile"; id: number; lands: readonly (readonly ArrayLike<number>[])[] };
