/** `[x, y, width, height]` as fractions of the picture, x and y from its upper left corner. */
export type FractionBox = readonly [x: number, y: number, width: number, height: number];

/** What a detector or a person saw somewhere in a picture. */
export interface DetectionBox {
  className: string;
  /** 0–1; null where the source gave none, as people do not. */
  confidence: number | null;
  box: FractionBox;
}

/** So many boxes of one picture are kept: a detector without a threshold lists hundreds of shadows. */
export const BOXES_KEPT = 100;
/** So many are shown, and travel to devices. */
export const BOXES_SHOWN = 20;
/** Below this a detector sees animals in stones and shadows; MegaDetector's authors draw nothing below it either. */
export const SHOWN_FROM_CONFIDENCE = 0.2;

/** Detectors and rounding put edges a little outside the picture. */
const TOLERANCE = 0.01;

/**
 * The box as it lies within the picture: edges a little outside are drawn in to it.
 *
 * @returns null for what is no box in a picture: not a number, no area, or outside by more than a hundredth
 */
export function boxInPicture(x: number, y: number, width: number, height: number): FractionBox | null {
  const [right, bottom] = [x + width, y + height];
  const isInside = (edge: number) => edge >= -TOLERANCE && edge <= 1 + TOLERANCE;
  // NaN passes no comparison.
  if (![x, y, right, bottom].every(isInside)) return null;
  const [left, top] = [clamped(x), clamped(y)];
  const clippedWidth = left === x && right <= 1 ? width : clamped(right) - left;
  const clippedHeight = top === y && bottom <= 1 ? height : clamped(bottom) - top;
  return clippedWidth > 0 && clippedHeight > 0 ? [left, top, clippedWidth, clippedHeight] : null;
}

/** The `most` that are surest, surest first; what people drew counts as sure, and equals keep their order. */
export function surestBoxes(boxes: readonly DetectionBox[], most: number): DetectionBox[] {
  return boxes.toSorted((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1)).slice(0, most);
}

/** The boxes worth a look: those that are sure enough, and where none is the surest one, which named the insight. */
export function boxesToShow(boxes: readonly DetectionBox[]): DetectionBox[] {
  const surest = surestBoxes(boxes, BOXES_SHOWN);
  return surest.filter(({ confidence }, at) => at === 0 || (confidence ?? 1) >= SHOWN_FROM_CONFIDENCE);
}

function clamped(edge: number): number {
  return Math.min(1, Math.max(0, edge));
}
