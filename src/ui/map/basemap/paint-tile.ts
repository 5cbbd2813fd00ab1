import { MAP_COLOURS, type MapStyle } from "./map-colours.ts";
import type { Tile, TileAddress, TileShape } from "./tile-source.ts";

const DEFAULT_WIDTH_PX = 0.8;

/** Which tile a source has for an address, and which part of it to draw: at its own zoom all of it. */
export function tileWithin(address: TileAddress, maxZoom: number) {
  const beyond = Math.max(0, address.z - maxZoom);
  const scale = 2 ** beyond;
  const parent: TileAddress = {
    z: address.z - beyond,
    x: Math.floor(address.x / scale),
    y: Math.floor(address.y / scale),
  };
  return { parent, scale, column: address.x - parent.x * scale, row: address.y - parent.y * scale };
}

/**
 * Draws a tile, or the part of it that fills the canvas.
 *
 * @param pixelRatio device pixels a CSS pixel
 */
export function paintTile(
  context: CanvasRenderingContext2D,
  tile: Tile,
  style: MapStyle,
  { scale, column, row, pixelRatio }: { scale: number; column: number; row: number; pixelRatio: number },
): void {
  const size = context.canvas.width;
  if (tile.kind === "picture") {
    const part = { width: tile.picture.width / scale, height: tile.picture.height / scale };
    context.drawImage(
      tile.picture,
      column * part.width,
      row * part.height,
      part.width,
      part.height,
      0,
      0,
      size,
      size,
    );
    return;
  }
  const colours = MAP_COLOURS[style];
  context.fillStyle = colours[tile.ground];
  context.fillRect(0, 0, size, size);
  const factor = (size * scale) / tile.extent;
  for (const shape of tile.shapes) {
    trace(context, shape, factor, -column * size, -row * size);
    if (shape.drawn !== "line") {
      context.fillStyle = colours[shape.part];
      context.fill("evenodd");
    }
    if (shape.drawn === "fill") continue;
    context.strokeStyle = shape.drawn === "both" ? colours.border : colours[shape.part];
    context.lineWidth = (shape.widthPx ?? DEFAULT_WIDTH_PX) * pixelRatio;
    context.setLineDash(shape.dashed ? [3 * pixelRatio, 2 * pixelRatio] : []);
    context.stroke();
  }
}

function trace(
  context: CanvasRenderingContext2D,
  { lines, drawn }: TileShape,
  factor: number,
  left: number,
  top: number,
): void {
  context.beginPath();
  for (const line of lines) {
    for (let at = 0; at + 1 < line.length; at += 2) {
      const x = (line[at] ?? 0) * factor + left;
      const y = (line[at + 1] ?? 0) * factor + top;
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (drawn !== "line") context.closePath();
  }
}
