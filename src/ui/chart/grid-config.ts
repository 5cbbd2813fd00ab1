import type { ChartConfiguration, Plugin } from "chart.js";
import { gridSteps, toneOf } from "../../domain/dashboard/grid-steps.ts";
import type { WidgetPicture } from "../../domain/dashboard/picture.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { labelText } from "../../messages/dashboard/dashboard.ts";
import { STILL, textStyle, tickText } from "./chart-frame.ts";
import type { ChartPalette } from "./chart-palette.ts";

type Grid = Extract<WidgetPicture, { kind: "grid" }>;

/** Room for the names of the rows, of the size of the words. */
const NAMES_WIDTH = 3;

/**
 * Cells of a table as a stack of bars, each one high: chart.js has no chart of cells, and this needs no other package.
 */
export function gridConfig({ rows, columns, values }: Grid, palette: ChartPalette): ChartConfiguration {
  const steps = gridSteps(values);
  return {
    type: "bar",
    data: {
      labels: columns.map(tickText),
      datasets: rows.map((row, at) => ({
        label: labelText(row),
        data: columns.map(() => 1),
        backgroundColor: columns.map((_, column) => palette.steps[toneOf(values[at]?.[column] ?? 0, steps)]),
        borderColor: palette.surface,
        borderWidth: 1,
        borderSkipped: false,
        barPercentage: 1,
        categoryPercentage: 1,
      })),
    },
    options: {
      ...STILL,
      interaction: { mode: "nearest", intersect: true },
      layout: { padding: { left: NAMES_WIDTH * palette.textPx } },
      scales: {
        x: {
          stacked: true,
          grid: { display: false },
          border: { display: false },
          ticks: { ...textStyle(palette), maxRotation: 0, autoSkipPadding: 10 },
        },
        y: { stacked: true, reverse: true, display: false, max: rows.length },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          callbacks: {
            title: () => "",
            label: ({ datasetIndex, dataIndex }) => {
              const [row, column] = [rows[datasetIndex], columns[dataIndex]];
              if (row === undefined || column === undefined) return "";
              return `${labelText(row)} ${labelText(column)}: ${countText(values[datasetIndex]?.[dataIndex] ?? 0)}`;
            },
          },
        },
      },
    },
    plugins: [rowNames(rows.map(tickText), palette)],
  };
}

/** Names in the middle of their rows: a linear axis would write them at the edges. */
function rowNames(names: readonly string[], palette: ChartPalette): Plugin {
  return {
    id: "rowNames",
    afterDraw({ ctx, chartArea }) {
      const height = (chartArea.bottom - chartArea.top) / names.length;
      ctx.save();
      ctx.fillStyle = palette.text;
      ctx.font = `${palette.textPx}px ${palette.font}`;
      ctx.textBaseline = "middle";
      for (const [at, name] of names.entries()) ctx.fillText(name, 0, chartArea.top + (at + 0.5) * height);
      ctx.restore();
    },
  };
}
