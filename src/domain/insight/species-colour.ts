/**
 * How a class looks wherever it is drawn: one of eight colours and one of four shapes, always beside its name.
 *
 * The palette has twelve colours, too many to tell apart (closest pair 1.4 in OKLab ×100 for some eyes). These
 * eight are the subset whose closest pair is farthest apart over normal sight, protanopia, deuteranopia and
 * tritanopia, in the light and the dark theme together: 3.4. The shape does the rest.
 */
const COLOUR_SLOTS = [1, 2, 3, 4, 7, 9, 10, 11] as const;
export type SpeciesColourSlot = (typeof COLOUR_SLOTS)[number];

const SPECIES_SHAPES = ["circle", "square", "diamond", "ring"] as const;
export type SpeciesShape = (typeof SPECIES_SHAPES)[number];

export interface SpeciesMark {
  /** Which colour of the palette (`--sp-N`), null for the neutral one (`--sp-none`). */
  slot: SpeciesColourSlot | null;
  shape: SpeciesShape;
}

/** Classes that are no species, drawn as a neutral ring. */
const NO_SPECIES: ReadonlySet<string> = new Set([
  "",
  "empty",
  "blank",
  "vehicle",
  "other",
  "unknown",
  "animal",
  "unidentified",
  "unclassified",
  "camera setup",
]);

/** Whether a class names an animal, and not an empty frame, a vehicle or what nobody could tell. */
export function isSpecies(className: string): boolean {
  return !NO_SPECIES.has(className.trim().toLowerCase());
}

const NEUTRAL: SpeciesMark = { slot: null, shape: "ring" };

/** The mark of a class, derived from its name alone, so that every device, screen and chart draws the same one. */
export function speciesMark(className: string): SpeciesMark {
  const name = className.trim().toLowerCase();
  if (!isSpecies(name)) return NEUTRAL;
  const hash = fnv1a(name);
  const slot = COLOUR_SLOTS[hash % COLOUR_SLOTS.length] ?? 1;
  const shape = SPECIES_SHAPES[Math.floor(hash / COLOUR_SLOTS.length) % SPECIES_SHAPES.length] ?? "circle";
  return { slot, shape };
}

/** 32-bit FNV-1a over UTF-16 code units (Fowler, Noll, Vo), with a final mix that distributes its low bits evenly. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
