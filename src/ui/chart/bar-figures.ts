import type { ChartOptions, Plugin } from "chart.js";
import { countText } from "../../domain/insight/insight-text.ts";
import type { ChartPalette } from "./chart-palette.ts";
import { CLASS_MARKS, MARK_ROOM_PX } from "./class-marks.ts";

const GAP_PX = 5;
/** Of the size of the words; digits of the usual fonts are a little narrower. */
const DIGIT_WIDTH = 7 / 12;
/** Room around a figure that no line of the grid crosses. */
const GROUND_PX = 2;

/** Writes the figure at the end of each bar that lies across: a short bar, or none, is not read off the axis. */
const WRITE_FIGURES: Plugin = {
  id: "barFigures",
  afterDatasetsDraw(chart) {
    const { ctx, data, options } = chart;
    const { family, size = 0 } = options.font as { family?: string; size?: number };
    ctx.save();
    ctx.font = `${size}px ${family}`;
    ctx.textBaseline = "middle";
    for (const [at, bar] of chart.getDatasetMeta(0).data.entries()) {
      const value = data.datasets[0]?.data[at];
      if (typeof value !== "number") continue;
      const [text, left] = [countText(value), bar.x + GAP_PX];
      ctx.fillStyle = String(options.backgroundColor);
      const wide = ctx.measureText(text).width + 2 * GROUND_PX;
      ctx.fillRect(left - GROUND_PX, bar.y - size / 2 - GROUND_PX, wide, size + 2 * GROUND_PX);
      ctx.fillStyle = String(options.color);
      ctx.fillText(text, left, bar.y);
    }
    ctx.restore();
  },
};

/** One list for all charts: a chart with other plugins is made anew. */
export const BAR_FIGURES: Plugin[] = [WRITE_FIGURES, CLASS_MARKS];

/**
 * The options of a chart that the figures need: colours, a font, and room at the right for the longest; and room at the
 * left where the bars are of classes.
 */
export function roomForFigures(
  values: readonly (number | null)[],
  ofClasses: boolean,
  palette: ChartPalette,
): ChartOptions {
  const longest = Math.max(0, ...values.map((value) => (value === null ? 0 : countText(value).length)));
  return {
    color: palette.text,
    backgroundColor: palette.surface,
    font: { family: palette.font, size: palette.textPx },
    layout: {
      padding: { left: ofClasses ? MARK_ROOM_PX : 0, right: GAP_PX + longest * DIGIT_WIDTH * palette.textPx },
    },
  };
}
