import type { Label } from "../../domain/dashboard/picture.ts";
import { type ChartPalette, colourOf } from "./chart-palette.ts";

/** Edge of the square that is repeated, CSS px: large enough to be seen in a bar, small enough for a legend. */
const TILE_PX = 8;
/** Canvas pixels for a CSS pixel, so that a hatch is sharp on fine screens and on paper. */
const SHARPNESS = 4;
const LINE_PX = 2;

type DrawHatch = (context: CanvasRenderingContext2D) => void;

/** Lines between points of the square, which meet at its edges when it is repeated. */
const lines =
  (...ends: readonly (readonly [number, number, number, number])[]): DrawHatch =>
  (context) => {
    context.beginPath();
    for (const [fromX, fromY, toX, toY] of ends) {
      context.moveTo(fromX, fromY);
      context.lineTo(toX, toY);
    }
    context.stroke();
  };
const rising = [
  [0, 8, 8, 0],
  [-2, 2, 2, -2],
  [6, 10, 10, 6],
] as const;
const falling = [
  [0, 0, 8, 8],
  [-2, 6, 2, 10],
  [6, -2, 10, 2],
] as const;
const dots: DrawHatch = (context) => {
  context.beginPath();
  context.arc(4, 4, 2, 0, 2 * Math.PI);
  context.fill();
};

/** Beyond these they repeat, which takes ten classes of one colour. */
const HATCHES: readonly DrawHatch[] = [
  lines(...rising),
  dots,
  lines([0, 4, 8, 4]),
  lines(...falling),
  lines([4, 0, 4, 8]),
  lines(...rising, ...falling),
  lines([0, 4, 8, 4], [4, 0, 4, 8]),
  (context) => context.fillRect(0, 0, 4, 8),
  (context) => context.fillRect(0, 0, 8, 4),
];

/** The fill of a part of a chart; see hatchesOf. */
export function fillOf(label: Label, hatch: number, palette: ChartPalette): string | CanvasPattern {
  const colour = colourOf(label, palette);
  if (hatch === 0) return colour;
  const tile = hatchTile(colour, hatch, palette);
  const pattern = tile.getContext("2d")?.createPattern(tile, "repeat");
  if (!pattern) return colour;
  pattern.setTransform(new DOMMatrix().scale(1 / SHARPNESS));
  return pattern;
}

/** The square as a picture for a legend: a data address, and its edge in CSS px. */
export function hatchImage(
  label: Label,
  hatch: number,
  palette: ChartPalette,
): { data: string; sizePx: number } {
  return {
    data: hatchTile(colourOf(label, palette), hatch, palette).toDataURL("image/png"),
    sizePx: TILE_PX,
  };
}

function hatchTile(colour: string, hatch: number, { surface }: ChartPalette): HTMLCanvasElement {
  const tile = document.createElement("canvas");
  tile.width = TILE_PX * SHARPNESS;
  tile.height = TILE_PX * SHARPNESS;
  const context = tile.getContext("2d");
  if (context === null) return tile;
  context.scale(SHARPNESS, SHARPNESS);
  context.fillStyle = colour;
  context.fillRect(0, 0, TILE_PX, TILE_PX);
  context.strokeStyle = surface;
  context.fillStyle = surface;
  context.lineWidth = LINE_PX;
  HATCHES[(hatch - 1) % HATCHES.length]?.(context);
  return tile;
}
