import type { MapPart } from "./map-colours.ts";

/** A part of a tile: rings that are filled, or lines. */
export interface TileShape {
  part: MapPart;
  drawn: "fill" | "line" | "both";
  /** Of a line, in CSS pixels. */
  widthPx?: number;
  dashed?: boolean;
  /** Coordinates x, y, x, y, … of each ring or line, from 0 to the tile's extent, and a little beyond. */
  lines: readonly ArrayLike<number>[];
}

export interface MapLabel {
  text: string;
  latitude: number;
  longitude: number;
  kind: "country" | "place";
  /** Of two labels that would overlap, the one of higher rank is written. */
  rank: number;
  minZoom: number;
  maxZoom: number;
}

export type Tile =
  | {
      kind: "shapes";
      extent: number;
      ground: MapPart;
      shapes: readonly TileShape[];
      labels: readonly MapLabel[];
    }
  | { kind: "picture"; picture: ImageBitmap };

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Where the tiles of a basemap come from. */
export interface TileSource {
  /** Nearer tiles are parts of those of this zoom, drawn larger. */
  readonly maxZoom: number;
  /** Labels that come with no tile. */
  readonly labels: readonly MapLabel[];
  /** Whose data it is, as plain text; null where that need not be said. */
  readonly attribution: string | null;
  /** Null where there is no such tile. */
  tile(address: TileAddress, signal: AbortSignal): Promise<Tile | null>;
}
