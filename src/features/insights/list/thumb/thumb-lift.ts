/** From top to bottom, in CSS pixels of the viewport. */
export interface Band {
  topPx: number;
  bottomPx: number;
}

/** The places of the button and of what it should not cover: words and buttons of the cards, in any order. */
interface UnderThumb {
  /** Where the button lies without a lift. */
  button: Band;
  /** Where the list begins to be in sight, below its bar: the button must not leave it. */
  listTopPx: number;
  facts: readonly Band[];
  actions: readonly Band[];
}

/** Space between the button and what it lies above. */
const MARGIN_PX = 8;
/** A thumb reaches no further up. */
const MOST_PX = 220;

/**
 * How far the floating button rises, in CSS pixels, so that it covers no action of a card and, where the thumb reaches a
 * place for that, no words: a status that the server does not have must be seen. By the least that does, which is
 * just above one of them; 0 where it lies well, or nothing within reach is better.
 */
export function thumbLift({ button, listTopPx, facts, actions }: UnderThumb): number {
  const mostPx = Math.min(MOST_PX, button.topPx - listTopPx);
  const lift = (avoided: readonly Band[]) => clearLift(button, mostPx, avoided);
  return lift([...actions, ...facts]) ?? lift(actions) ?? 0;
}

/** Null where no place within reach covers none of `avoided`. */
function clearLift(button: Band, mostPx: number, avoided: readonly Band[]): number | null {
  const heightPx = button.bottomPx - button.topPx;
  const at = (bottomPx: number): Band => ({ topPx: bottomPx - heightPx, bottomPx });
  const isClear = (band: Band) => !avoided.some((one) => overlaps(one, band));
  if (isClear(button)) return 0;
  const lifts = avoided
    .map((one) => at(one.topPx - MARGIN_PX))
    .filter(isClear)
    .map(({ bottomPx }) => button.bottomPx - bottomPx)
    .filter((liftPx) => liftPx >= 0 && liftPx <= mostPx);
  return lifts.length > 0 ? Math.min(...lifts) : null;
}

function overlaps(one: Band, other: Band): boolean {
  return one.topPx < other.bottomPx && other.topPx < one.bottomPx;
}
