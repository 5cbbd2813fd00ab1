import { chartClassName } from "../../domain/dashboard/limits.ts";
import type { Label } from "../../domain/dashboard/picture.ts";
import { axisText, labelText } from "../../messages/dashboard/dashboard.ts";
import type { ChartPalette } from "./chart-palette.ts";

/** A label on an axis: a class is cut to the length of the specification. */
export function tickText(label: Label): string {
  const text = axisText(label);
  return label.kind === "class" ? chartClassName(text) : text;
}

export function textStyle(palette: ChartPalette) {
  return { color: palette.text, font: { family: palette.font, size: palette.textPx } };
}

/** Without motion: numbers that grow on every change of a filter cannot be read meanwhile. */
export const STILL = { animation: false, responsive: true, maintainAspectRatio: false } as const;

/** The whole name stands in the tooltip, where the axis has it cut; the legend is HTML, beside the canvas. */
export function tooltips(categories: readonly Label[]) {
  return {
    legend: { display: false },
    tooltip: {
      callbacks: {
        title: (items: readonly { dataIndex: number }[]) => {
          const label = categories[items[0]?.dataIndex ?? -1];
          return label === undefined ? "" : labelText(label);
        },
      },
    },
  };
}
