import type { ChartOptions, Plugin } from "chart.js";
import { countText } from "../../domain/insight/insight-text.ts";
import { FONT_PX } from "./chart-frame.ts";
import type { ChartPalette } from "./chart-palette.ts";
import { CLASS_MARKS, MARK_ROOM_PX } from "./class-marks.ts";

const GAP_PX = 5;
/** Digits of the usual fonts are a little narrower. */
const DIGIT_PX = 7;

/** Writes the figure at the end of each bar that lies across: a short bar, or none, is not read off the axis. */
const WRITE_FIGURES: Plugin = {
  id: "barFigures",
  afterDatasetsDraw(chart) {
    const { ctx, data, options } = chart;
    ctx.save();
    ctx.fillStyle = String(options.color);
    ctx.font = `${FONT_PX}px ${options.font && "family" in options.font ? options.font.family : "sans-serif"}`;
    ctx.textBaseline = "middle";
    for (const [at, bar] of chart.getDatasetMeta(0).data.entries()) {
      const value = data.datasets[0]?.data[at];
      if (typeof value === "number") ctx.fillText(countText(value), bar.x + GAP_PX, bar.y);
    }
    ctx.restore();
  },
};

/** One list for all charts: a chart with other plugins is made anew. */
export const BAR_FIGURES: Plugin[] = [WRITE_FIGURES, CLASS_MARKS];

/**
 * The options of a chart that the figures need: a colour, a font, and room at the right for the longest; and room at the
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
    font: { family: palette.font },
    layout: { padding: { left: ofClasses ? MARK_ROOM_PX : 0, right: GAP_PX + longest * DIGIT_PX } },
  };
}
