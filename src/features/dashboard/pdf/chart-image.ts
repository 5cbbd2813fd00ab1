import "../../../ui/chart/chart-parts.ts";
import { chartConfig, type DrawnPicture, heightOf } from "../../../ui/chart/chart-config.ts";
import { type ChartPalette, PAPER_TEXT_PX, readPalette } from "../../../ui/chart/chart-palette.ts";
import { Chart } from "../../../ui/chart/chart-parts.ts";

/** Canvas pixels for a CSS pixel: at the width of a page some 330 dots an inch. */
const SHARPNESS = 3.5;

export interface ChartImage {
  /** A PNG as a data address. */
  data: string;
  /** CSS px. */
  width: number;
  height: number;
}

/** Draws a picture for paper, by the same rules as on the screen, in the light palette. */
export function chartImage(picture: DrawnPicture, width: number): ChartImage {
  const height = heightOf(picture);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const config = chartConfig(picture, lightPalette());
  const options = { ...config.options, animation: false, responsive: false, devicePixelRatio: SHARPNESS };
  const chart = new Chart(canvas, { ...config, options } as typeof config);
  const data = chart.toBase64Image("image/png");
  chart.destroy();
  return { data, width, height };
}

/** Paper is white whatever the screen's theme; nothing is painted between the two changes. */
export function lightPalette(): ChartPalette {
  const { dataset } = document.documentElement;
  const theme = dataset.theme;
  try {
    dataset.theme = "light";
    return { ...readPalette(), textPx: PAPER_TEXT_PX };
  } finally {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  }
}
