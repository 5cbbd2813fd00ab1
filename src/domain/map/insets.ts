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
  const within = covers
    .map(({ left, top, right, bottom }) => ({
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(width, right),
      bottom: Math.min(height, bottom),
    }))
    .filter(({ left, top, right, bottom }) => right > left && bottom > top)
    .sort((a, b) => areaOf(b) - areaOf(a));
  let insets = NO_INSETS;
  for (const cover of within) {
    const free = freeOf(insets);
    if (cover.left >= free.right || cover.right <= free.left) continue;
    if (cover.top >= free.bottom || cover.bottom <= free.top) continue;
    const [best] = [
      { ...insets, left: cover.right },
      { ...insets, top: cover.bottom },
      { ...insets, right: width - cover.left },
      { ...insets, bottom: height - cover.top },
    ]
      .filter((next) => {
        const { left, top, right, bottom } = freeOf(next);
        return right - left >= width * LEAST_FREE && bottom - top >= height * LEAST_FREE;
      })
      .sort((a, b) => areaOf(freeOf(b)) - areaOf(freeOf(a)));
    if (best !== undefined) insets = best;
  }
  return insets;

  function freeOf({ left, top, right, bottom }: Insets): Box {
    return { left, top, right: width - right, bottom: height - bottom };
  }
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
