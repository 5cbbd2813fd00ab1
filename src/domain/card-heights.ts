/**
 * Heights of the lines of a long list of cards, which differ: those that were drawn are known, all others count as
 * high as the known ones on average. For lists of some ten thousand lines: each question goes over all of them.
 */
export class CardHeights {
  /** In px with the gap behind; 0 where it is not known. */
  readonly #known: Float64Array;
  #sum = 0;
  #count = 0;
  readonly #guessPx: number;

  /** @param guessPx of a line while none was drawn */
  constructor(lines: number, guessPx: number) {
    this.#known = new Float64Array(lines);
    this.#guessPx = guessPx;
  }

  get lines(): number {
    return this.#known.length;
  }

  /** Answers whether that was news; half a pixel is none. */
  learn(line: number, px: number): boolean {
    const before = this.#known[line];
    if (before === undefined || px <= 0 || Math.abs(px - before) < 0.5) return false;
    this.#sum += px - before;
    if (before === 0) this.#count += 1;
    this.#known[line] = px;
    return true;
  }

  /** Where a line begins; beyond the last, where the list ends. */
  topOf(line: number): number {
    const guess = this.#mean();
    let top = 0;
    const end = Math.min(line, this.lines);
    for (let at = 0; at < end; at += 1) top += this.#known[at] || guess;
    return top;
  }

  /** The line at a height, at least the first and at most the last. */
  lineAt(px: number): number {
    const guess = this.#mean();
    let top = 0;
    for (let at = 0; at < this.lines; at += 1) {
      top += this.#known[at] || guess;
      if (top > px) return at;
    }
    return Math.max(0, this.lines - 1);
  }

  #mean(): number {
    return this.#count === 0 ? this.#guessPx : this.#sum / this.#count;
  }
}

/** Lines that are kept ready before and after those in sight. */
const MARGIN_LINES = 8;
/** Lines come and go in steps of so many, so that a small movement draws nothing anew. */
const STEP_LINES = 4;

/** Which lines to draw while the part from `topPx` on, `viewPx` high, is in sight. */
export function linesInSight(
  heights: CardHeights,
  topPx: number,
  viewPx: number,
): { first: number; count: number } {
  const from = heights.lineAt(topPx) - MARGIN_LINES;
  const to = heights.lineAt(topPx + viewPx) + MARGIN_LINES;
  const first = Math.max(0, Math.floor(from / STEP_LINES) * STEP_LINES);
  return { first, count: Math.ceil((to + 1 - first) / STEP_LINES) * STEP_LINES };
}
