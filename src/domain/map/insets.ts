/** A box in pixels, from the upper left corner of the map. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How far each edge of the free part lies within the map, in pixels. */
export type Insets = Box;

export const NO_INSETS: Insets = { left: 0, top: 0, right: 0, bottom: 0 };

/** So much of the width and of the height stays free, whatever covers the map. */
const LEAST_FREE = 0.4;

/**
 * The insets of the free part of a map of which boxes cover parts. The largest box first, each is kept out by the
 * edge that costs the least area; one that no edge can keep out without taking too much is left to lie over points.
 */
export function insetsAround(
  { width, height }: { width: number; height: number },
  covers: readonly Box[],
): Insets {
  const areaOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);
  let insets = NO_INSETS;
  for (const cover of [...covers].sort((a, b) => areaOf(b) - areaOf(a))) {
    // A box that lies without the free part, or without the map, costs nothing.
    const ways = [
      { ...insets, left: Math.max(insets.left, cover.right) },
      { ...insets, top: Math.max(insets.top, cover.bottom) },
      { ...insets, right: Math.max(insets.right, width - cover.left) },
      { ...insets, bottom: Math.max(insets.bottom, height - cover.top) },
    ].filter((way) => freeWidth(way) >= width * LEAST_FREE && freeHeight(way) >= height * LEAST_FREE);
    const [best] = ways.sort((a, b) => freeArea(b) - freeArea(a));
    if (best !== undefined) insets = best;
  }
  return insets;

  function freeWidth({ left, right }: Insets): number {
    return width - left - right;
  }
  function freeHeight({ top, bottom }: Insets): number {
    return height - top - bottom;
  }
  function freeArea(way: Insets): number {
    return freeWidth(way) * freeHeight(way);
  }
}
