import type { Label } from "../../domain/dashboard/picture.ts";
import { speciesMark } from "../../domain/insight/species-colour.ts";

/** The colours of a theme as a canvas takes them; a canvas does not know custom properties. */
export interface ChartPalette {
  text: string;
  quiet: string;
  line: string;
  surface: string;
  /** From nothing to the most. */
  steps: readonly [string, string, string, string];
  bar: string;
  quietBar: string;
  font: string;
  /** Of all words in a chart, CSS px. */
  textPx: number;
  species(slot: number | null): string;
}

/** The size of words on paper, which is as wide whatever the screen. */
export const PAPER_TEXT_PX = 12;

/** Reads the palette of the theme that the page shows now. */
export function readPalette(root: HTMLElement = document.documentElement): ChartPalette {
  const style = getComputedStyle(root);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const species = new Map<string, string>();
  for (const slot of ["1", "2", "3", "4", "7", "9", "10", "11", "none"])
    species.set(slot, value(`--sp-${slot}`));
  return {
    text: value("--text-2"),
    quiet: value("--text-3"),
    line: value("--line"),
    surface: value("--surface"),
    steps: [value("--sunken"), value("--step-1"), value("--step-2"), value("--step-3")],
    bar: value("--step-2"),
    quietBar: value("--control"),
    font: value("--font"),
    textPx: Number.parseFloat(value("--fs-12")) * Number.parseFloat(style.fontSize) || PAPER_TEXT_PX,
    species: (slot) => species.get(String(slot ?? "none")) ?? "",
  };
}

/** The colour of what a label names: a class has the one that it has everywhere. */
export function colourOf(label: Label, palette: ChartPalette): string {
  if (label.kind === "class") return palette.species(speciesMark(label.className).slot);
  if (label.kind === "otherClasses") return palette.species(null);
  if (label.kind === "status") return palette.species(STATUS_SLOTS[label.status]);
  if (label.kind === "source")
    return palette.species(label.source === null ? null : SOURCE_SLOTS[label.source]);
  if (label.kind === "series" && (label.name === "images" || label.name === "sun")) return palette.quietBar;
  return palette.bar;
}

const STATUS_SLOTS = { acknowledge: 11, favorite: 10, archive: 7, none: null } as const;
const SOURCE_SLOTS = { wifi: 1, cellular: 2, lora: 3, satellite: 4 } as const;
