import { expect, it } from "vitest";
import { chartConfig, type DrawnPicture } from "../../../src/ui/chart/chart-config.ts";
import type { ChartPalette } from "../../../src/ui/chart/chart-palette.ts";

const COLOUR = "#000000";
const PALETTE: ChartPalette = {
  text: COLOUR,
  quiet: COLOUR,
  line: COLOUR,
  surface: COLOUR,
  steps: [COLOUR, COLOUR, COLOUR, COLOUR],
  bar: COLOUR,
  quietBar: COLOUR,
  font: "sans-serif",
  textPx: 12,
  species: () => COLOUR,
};

function bars(count: number): DrawnPicture {
  return {
    kind: "bars",
    across: false,
    stacked: false,
    categories: Array.from({ length: count }, (_, at) => ({ kind: "device", name: `Camera ${at}` })),
    series: [{ label: { kind: "series", name: "insights" }, values: new Array(count).fill(1) }],
    table: { head: [], rows: [] },
  } as unknown as DrawnPicture;
}

const namesOf = (picture: DrawnPicture) =>
  chartConfig(picture, PALETTE).options?.scales?.x?.ticks as {
    autoSkip: boolean;
    maxRotation: number;
    callback(this: { width: number }, at: number): string | string[];
  };

it("all names of a few upright bars are written, turned where they have no room, and some of those of many", () => {
  expect(namesOf(bars(6))).toMatchObject({ autoSkip: false, maxRotation: 50 });
  expect(namesOf(bars(24))).toMatchObject({ autoSkip: true, maxRotation: 0 });
});

it("a delay of many words is written in two lines, in one where the next name would be touched", () => {
  const delays = [
    { kind: "delay", least: 0, most: 0 },
    { kind: "delay", least: 1, most: 1 },
    { kind: "delay", least: 48, most: null },
  ];
  const ticks = namesOf({ ...bars(3), categories: delays } as unknown as DrawnPicture);
  const namesAt = (width: number) => delays.map((_, at) => ticks.callback.call({ width }, at));
  expect(namesAt(180)).toEqual([["Below", "1 h"], "1 h", ["48 h", "or more"]]);
  expect(namesAt(72)).toEqual(["Below 1 h", "1 h", "48 h or more"]);
});
