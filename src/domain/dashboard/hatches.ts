import { speciesMark } from "../insight/species-colour.ts";
import type { Label } from "./picture.ts";

/**
 * How each part of a chart is filled beside its colour: 0 is plain, all else a hatch of its own. A class has one colour
 * everywhere, and there are fewer colours than classes: of those that share a colour in a chart, the first is plain and
 * each other one has another hatch, so that no two parts look the same.
 */
export function hatchesOf(labels: readonly Label[]): number[] {
  const usedOf = new Map<number | null, number>();
  return labels.map((label) => {
    if (label.kind !== "class" && label.kind !== "otherClasses") return 0;
    const slot = label.kind === "class" ? speciesMark(label.className).slot : null;
    const used = usedOf.get(slot) ?? 0;
    usedOf.set(slot, used + 1);
    return used;
  });
}
