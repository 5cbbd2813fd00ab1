/** `[x, y, width, height]` as fractions of the picture, x and y from its upper left corner. */
export type FractionBox = readonly [x: number, y: number, width: number, height: number];

/** A detection of a model or of a person in a picture. */
export interface DetectionBox {
  className: string;
  /** 0–1; null where the source gave none. People give none. */
  confidence: number | null;
  box: FractionBox;
}

/** The most boxes of a picture that are stored: a detector without a threshold lists hundreds. */
export const BOXES_KEPT = 100;
/** The most boxes that are shown, and sent to devices. */
export const BOXES_SHOWN = 20;
/**
 * The least confidence that is shown: below it detectors find animals in stones and shadows. MegaDetector's authors
 * use the same threshold.
 */
export const SHOWN_FROM_CONFIDENCE = 0.2;

/** How far edges may lie outside of the picture: detectors and rounding cause small differences. */
const TOLERANCE = 0.01;

/**
 * The box within the picture: edges a little outside are moved onto it.
 *
 * @returns null where it is not a number, has no area, or lies outside by more than a hundredth
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

/**
 * The `most` boxes with the greatest confidence, descending; boxes of people count as certain, and equals keep their
 * order.
 */
export function surestBoxes(boxes: readonly DetectionBox[], most: number): DetectionBox[] {
  return boxes.toSorted((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1)).slice(0, most);
}

/** The boxes to show: those with enough confidence, and always the first one, which named the insight. */
export function boxesToShow(boxes: readonly DetectionBox[]): DetectionBox[] {
  const surest = surestBoxes(boxes, BOXES_SHOWN);
  return surest.filter(({ confidence }, at) => at === 0 || (confidence ?? 1) >= SHOWN_FROM_CONFIDENCE);
}

function clamped(edge: number): number {
  return Math.min(1, Math.max(0, edge));
}
