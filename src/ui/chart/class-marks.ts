import type { Chart, Plugin } from "chart.js";
import type { Label } from "../../domain/dashboard/picture.ts";
import { type SpeciesShape, speciesMark } from "../../domain/insight/species-colour.ts";
import { type ChartPalette, colourOf } from "./chart-palette.ts";

const MARK_PX = 9;
/** From the left edge of the names to that of the chart: a mark and a gap. */
export const MARK_ROOM_PX = 16;

/** The colour and shape of a class on an axis; null for what is no class. */
export type ClassMark = { shape: SpeciesShape; colour: string } | null;

export function marksOf(categories: readonly Label[], palette: ChartPalette): readonly ClassMark[] {
  return categories.map((label) =>
    label.kind === "class"
      ? { shape: speciesMark(label.className).shape, colour: colourOf(label, palette) }
      : null,
  );
}

/** Draws the marks of the first data set, its `marks`, left of the names of the bars: colour, shape and name, as in lists. */
export const CLASS_MARKS: Plugin = {
  id: "classMarks",
  afterDraw(chart: Chart) {
    const [dataset] = chart.data.datasets as { marks?: readonly ClassMark[] }[];
    const axis = chart.scales.y;
    if (dataset?.marks === undefined || axis === undefined) return;
    for (const [at, mark] of dataset.marks.entries())
      if (mark !== null)
        draw(chart.ctx, mark, axis.left - MARK_ROOM_PX + MARK_PX / 2, axis.getPixelForTick(at));
  },
};

function draw(
  ctx: CanvasRenderingContext2D,
  { shape, colour }: NonNullable<ClassMark>,
  x: number,
  y: number,
) {
  const half = MARK_PX / 2;
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  if (shape === "diamond") ctx.rotate(Math.PI / 4);
  ctx.beginPath();
  if (shape === "square") ctx.rect(-half, -half, MARK_PX, MARK_PX);
  else if (shape === "diamond") ctx.rect(-half * 0.9, -half * 0.9, MARK_PX * 0.9, MARK_PX * 0.9);
  else ctx.arc(0, 0, shape === "ring" ? half - 1.5 : half, 0, 2 * Math.PI);
  if (shape === "ring") {
    ctx.lineWidth = 3;
    ctx.stroke();
  } else ctx.fill();
  ctx.restore();
}
