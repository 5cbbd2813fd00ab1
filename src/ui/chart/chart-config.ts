import type { ChartConfiguration, ChartDataset } from "chart.js";
import { hatchesOf } from "../../domain/dashboard/hatches.ts";
import type { InsightLink, Label, Series, WidgetPicture } from "../../domain/dashboard/picture.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { labelText } from "../../messages/dashboard/dashboard.ts";
import { BAR_FIGURES, roomForFigures } from "./bar-figures.ts";
import { STILL, textStyle, tickText, tooltips } from "./chart-frame.ts";
import { type ChartPalette, colourOf } from "./chart-palette.ts";
import { marksOf } from "./class-marks.ts";
import { gridConfig } from "./grid-config.ts";
import { fillOf } from "./hatch.ts";

/** Pictures that chart.js draws. */
export type DrawnPicture = Extract<WidgetPicture, { kind: "bars" | "steps" | "grid" | "share" }>;
type Bars = Extract<DrawnPicture, { kind: "bars" }>;
type Steps = Extract<DrawnPicture, { kind: "steps" }>;
type Share = Extract<DrawnPicture, { kind: "share" }>;

/** Up to so many upright bars all have their names, turned where they have no room beside each other. */
const MOST_NAMED_WHOLE = 10;
/** Room of a bar for a name in two lines, of the size of the words: the longest line of a delay with its gap. */
const TWO_LINES_EM = 4;
/** Height of a bar that lies across, with its gap. */
const ACROSS_PX = 26;
const ACROSS_FRAME_PX = 34;
/** Of an axis with its title. */
const SECOND_AXIS_PX = 58;
const HIGH_PX = 240;
const SHARE_PX = 26;

/** How high a picture is drawn, CSS px. */
export function heightOf(picture: DrawnPicture): number {
  if (picture.kind === "share") return SHARE_PX;
  if (picture.kind === "bars" && picture.across) {
    const bars = picture.stacked ? 1 : picture.series.length;
    const second = picture.series.some(({ secondAxis }) => secondAxis) ? SECOND_AXIS_PX : 0;
    return picture.categories.length * ACROSS_PX * (bars > 1 ? 1.4 : 1) + ACROSS_FRAME_PX + second;
  }
  return HIGH_PX;
}

/** Whether a picture may be higher than it asks for, to fill its place. */
export function mayGrow(picture: DrawnPicture): boolean {
  return picture.kind !== "share" && !(picture.kind === "bars" && picture.across);
}

/** The chart.js configuration of a picture; the same on the screen and in the PDF. */
export function chartConfig(picture: DrawnPicture, palette: ChartPalette): ChartConfiguration {
  switch (picture.kind) {
    case "bars":
      return barsConfig(picture, palette);
    case "steps":
      return stepsConfig(picture, palette);
    case "share":
      return shareConfig(picture, palette);
    case "grid":
      return gridConfig(picture, palette);
  }
}

/** The insights that a part of a drawn picture stands for, by the numbers that chart.js gives it. */
export function linkAt(picture: DrawnPicture, dataset: number, index: number): InsightLink | null {
  if (picture.kind === "share") return picture.parts[dataset]?.link ?? null;
  if (picture.kind === "grid") return picture.links[dataset]?.[index] ?? null;
  return picture.series[dataset]?.links?.[index] ?? null;
}

function barsConfig(picture: Bars, palette: ChartPalette): ChartConfiguration {
  const { categories, series, across, stacked } = picture;
  const single = series.length === 1;
  const hasLine = series.some(({ line }) => line);
  const hasFigures = across && single && !stacked;
  const ofClasses = categories.some(({ kind }) => kind === "class");
  const second = series.find(({ secondAxis }) => secondAxis);
  const first = second === undefined ? undefined : series.find(({ secondAxis }) => !secondAxis);
  const figures = {
    ...figureAxis(palette, first?.label),
    stacked,
    ...(second !== undefined && { position: across ? "bottom" : "left" }),
  };
  // Hours and days of a long axis are known from some of them; of a few bars each has a name of its own.
  const isNamedWhole = !across && categories.length <= MOST_NAMED_WHOLE;
  const names = {
    type: "category",
    stacked,
    grid: { display: false },
    border: { color: palette.line },
    ticks: {
      ...textStyle(palette),
      autoSkip: !across && !isNamedWhole,
      // More than the space within a day's name: nearer, two names read as one.
      autoSkipPadding: 6,
      maxRotation: isNamedWhole ? 50 : 0,
      ...(isNamedWhole && { callback: nameInRoom(categories, palette) }),
      // Beside their marks, see class-marks.ts.
      ...(hasFigures && ofClasses && { crossAlign: "far" }),
    },
  } as const;
  const others = {
    ...(second !== undefined && {
      second: {
        ...figureAxis(palette, second.label),
        axis: across ? "x" : "y",
        position: across ? "top" : "right",
        grid: { display: false },
      },
    }),
    ...(hasLine && { line: elevationAxis(palette) }),
  };
  return {
    type: "bar",
    data: {
      labels: categories.map(tickText),
      datasets: series.map((one, at) => barsDataset(one, at, picture, palette)),
    },
    options: {
      ...STILL,
      ...(hasFigures && roomForFigures(series[0]?.values ?? [], ofClasses, palette)),
      indexAxis: across ? "y" : "x",
      interaction:
        single || hasLine
          ? { mode: "index", axis: across ? "y" : "x", intersect: false }
          : { mode: "nearest", intersect: true },
      scales: { ...(across ? { y: names, x: figures } : { x: names, y: figures }), ...others },
      plugins: tooltips(categories),
    },
    ...(hasFigures && { plugins: BAR_FIGURES }),
  } as ChartConfiguration;
}

/** Names in two lines where bars are wide enough: turned in less room, two lines would touch the next name. */
function nameInRoom(categories: readonly Label[], { textPx }: ChartPalette) {
  return function nameOf(this: { width: number }, at: string | number): string | string[] {
    const label = categories[Number(at)];
    if (label === undefined) return "";
    const isWide = this.width / categories.length >= TWO_LINES_EM * textPx;
    return isWide ? uprightText(label) : tickText(label);
  };
}

/** In two lines where a delay has many words: the longest name would turn all others too. */
function uprightText(label: Label): string | string[] {
  const text = tickText(label);
  const words = text.split(" ");
  if (label.kind !== "delay" || words.length < 3) return text;
  const half = Math.floor(words.length / 2);
  return [words.slice(0, half).join(" "), words.slice(half).join(" ")];
}

function barsDataset(
  { label, values, line, secondAxis }: Series,
  at: number,
  { categories, series, across, stacked }: Bars,
  palette: ChartPalette,
): ChartDataset<"bar" | "line"> {
  const data = values as (number | null)[];
  const name = labelText(label);
  if (line) {
    const colour = colourOf(label, palette);
    const drawn = { borderColor: colour, backgroundColor: colour, borderDash: [5, 4], borderWidth: 2 };
    return { type: "line", label: name, data, yAxisID: "line", pointRadius: 0, tension: 0.35, ...drawn };
  }
  const single = series.length === 1;
  const hatches = hatchesOf(categories);
  const fill = single
    ? categories.map((category, index) =>
        category.kind === "class" ? fillOf(category, hatches[index] ?? 0, palette) : palette.bar,
      )
    : fillOf(label, hatchesOf(series.map((one) => one.label))[at] ?? 0, palette);
  const edge = stacked ? { borderColor: palette.surface, borderWidth: 1, borderSkipped: false } : {};
  const axis = secondAxis ? { [across ? "xAxisID" : "yAxisID"]: "second" } : {};
  return {
    type: "bar",
    label: name,
    data,
    backgroundColor: fill,
    maxBarThickness: 30,
    ...(single && { marks: marksOf(categories, palette) }),
    ...edge,
    ...axis,
  } as never;
}

/** @param named what the axis says its figures are of */
function figureAxis(palette: ChartPalette, named: Label | undefined) {
  const text = textStyle(palette);
  return {
    type: "linear",
    beginAtZero: true,
    grid: { color: palette.line },
    border: { display: false },
    ticks: {
      ...text,
      precision: 0,
      maxTicksLimit: 6,
      callback: (value: string | number) => countText(Number(value)),
    },
    ...(named !== undefined && { title: { ...text, display: true, text: labelText(named) } }),
  } as const;
}

/** Degrees above the horizon. */
function elevationAxis(palette: ChartPalette) {
  return {
    type: "linear",
    position: "right",
    min: -90,
    max: 90,
    grid: { display: false },
    border: { display: false },
    ticks: { ...textStyle(palette), stepSize: 45, callback: (value: string | number) => `${value}°` },
  } as const;
}

function stepsConfig({ categories, series }: Steps, palette: ChartPalette): ChartConfiguration {
  const text = textStyle(palette);
  return {
    type: "line",
    data: {
      // Over years a day without its year is no date.
      labels: categories.map(labelText),
      datasets: series.map(({ label, values }) => ({
        label: labelText(label),
        data: [...values],
        stepped: "before",
        pointRadius: 0,
        pointHitRadius: 12,
        borderWidth: 2,
        borderColor: palette.bar,
        backgroundColor: palette.bar,
      })),
    },
    options: {
      ...STILL,
      interaction: { mode: "index", axis: "x", intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: palette.line },
          ticks: { ...text, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: figureAxis(palette, undefined),
      },
      plugins: tooltips(categories),
    },
  };
}

function shareConfig({ parts }: Share, palette: ChartPalette): ChartConfiguration {
  return {
    type: "bar",
    data: {
      labels: [""],
      datasets: parts.map(({ label, value }) => ({
        label: labelText(label),
        data: [value],
        backgroundColor: colourOf(label, palette),
        borderColor: palette.surface,
        borderWidth: { right: 2 },
        borderSkipped: false,
        barPercentage: 1,
        categoryPercentage: 1,
      })),
    },
    options: {
      ...STILL,
      indexAxis: "y",
      interaction: { mode: "nearest", intersect: true },
      scales: {
        x: { display: false, stacked: true, max: parts.reduce((sum, { value }) => sum + value, 0) },
        y: { display: false, stacked: true },
      },
      plugins: tooltips([]),
    },
  };
}
