/** From top to bottom, in CSS pixels of the viewport. */
export interface Band {
  topPx: number;
  bottomPx: number;
}

/** The places of the button and of what it may cover: photos and buttons of the cards, in any order. */
interface UnderThumb {
  /** Where the button lies without a lift. */
  button: Band;
  photos: readonly Band[];
  actions: readonly Band[];
}

/** Space between the button and the edge of what it lies on or beside. */
const MARGIN_PX = 8;
/** A thumb reaches no further up. */
const MOST_PX = 220;

/**
 * How far the floating button rises, in CSS pixels, so that it covers no action of a card: onto the nearest photo, else
 * above the action; 0 where it lies well, or nothing within reach of the thumb is better.
 */
export function thumbLift({ button, photos, actions }: UnderThumb): number {
  const heightPx = button.bottomPx - button.topPx;
  const at = (bottomPx: number): Band => ({ topPx: bottomPx - heightPx, bottomPx });
  const isClear = (band: Band) => !actions.some((action) => overlaps(action, band));
  if (isClear(button)) return 0;
  const onPhotos = photos
    .map((photo) => ({ photo, band: at(Math.min(photo.bottomPx - MARGIN_PX, button.bottomPx)) }))
    .filter(({ photo, band }) => band.topPx >= photo.topPx)
    .map(({ band }) => band);
  const above = actions.map((action) => at(action.topPx - MARGIN_PX));
  for (const places of [onPhotos, above]) {
    const lifts = places
      .filter(isClear)
      .map(({ bottomPx }) => button.bottomPx - bottomPx)
      .filter((liftPx) => liftPx >= 0 && liftPx <= MOST_PX);
    if (lifts.length > 0) return Math.min(...lifts);
  }
  return 0;
}

function overlaps(one: Band, other: Band): boolean {
  return one.topPx < other.bottomPx && other.topPx < one.bottomPx;
}
