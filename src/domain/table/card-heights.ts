/** Lines whose heights are summed in advance, so that a lookup in half a million lines reads few of them. */
const BLOCK_LINES = 256;

/**
 * Heights of the lines of a long list of cards: measured ones are known, all others count as the mean of the known
 * ones.
 */
export class CardHeights {
  /** In px with the gap behind; 0 where it is not known. */
  #known = new Float32Array(0);
  /** For each block, the sum of its known heights, and their number. */
  #knownPx = new Float64Array(0);
  #knownLines = new Uint32Array(0);
  #sumPx = 0;
  #count = 0;
  readonly #guessPx: number;

  /** @param guessPx of a line while none was drawn */
  constructor(lines: number, guessPx: number) {
    this.#guessPx = guessPx;
    this.resize(lines);
  }

  get lines(): number {
    return this.#known.length;
  }

  /** Of the known lines. */
  get meanPx(): number {
    return this.#count === 0 ? this.#guessPx : this.#sumPx / this.#count;
  }

  get heightPx(): number {
    return this.#sumPx + (this.lines - this.#count) * this.meanPx;
  }

  /** Changes the length of the list; known heights of the remaining lines are kept. */
  resize(lines: number): void {
    if (lines === this.lines) return;
    const before = this.#known;
    const blocks = Math.ceil(lines / BLOCK_LINES);
    this.#known = new Float32Array(lines);
    this.#knownPx = new Float64Array(blocks);
    this.#knownLines = new Uint32Array(blocks);
    this.#sumPx = 0;
    this.#count = 0;
    for (const [line, px] of before.subarray(0, lines).entries()) if (px > 0) this.#put(line, px);
  }

  /** Stores a measured height. @returns false where it differs by less than half a pixel */
  learn(line: number, px: number): boolean {
    const before = this.#known[line];
    if (before === undefined || px <= 0 || Math.abs(px - before) < 0.5) return false;
    this.#put(line, px);
    return true;
  }

  /** The top of a line in px; beyond the last line, the end of the list. */
  topOf(line: number): number {
    const guess = this.meanPx;
    const end = Math.min(line, this.lines);
    const blocks = Math.floor(end / BLOCK_LINES);
    let top = 0;
    for (let block = 0; block < blocks; block += 1) top += this.#blockPx(block, guess);
    for (let at = blocks * BLOCK_LINES; at < end; at += 1) top += this.#known[at] || guess;
    return top;
  }

  /** The line at a height, at least the first and at most the last. */
  lineAt(px: number): number {
    const guess = this.meanPx;
    let top = 0;
    let block = 0;
    for (; block < this.#knownPx.length - 1; block += 1) {
      const next = top + this.#blockPx(block, guess);
      if (next > px) break;
      top = next;
    }
    for (let at = block * BLOCK_LINES; at < this.lines; at += 1) {
      top += this.#known[at] || guess;
      if (top > px) return at;
    }
    return Math.max(0, this.lines - 1);
  }

  #put(line: number, px: number): void {
    const before = this.#known[line] ?? 0;
    const block = Math.floor(line / BLOCK_LINES);
    this.#known[line] = px;
    this.#knownPx[block] = (this.#knownPx[block] ?? 0) + px - before;
    this.#sumPx += px - before;
    if (before !== 0) return;
    this.#knownLines[block] = (this.#knownLines[block] ?? 0) + 1;
    this.#count += 1;
  }

  /** @param block a whole one; the last, which may be shorter, is read line by line */
  #blockPx(block: number, guessPx: number): number {
    return (this.#knownPx[block] ?? 0) + (BLOCK_LINES - (this.#knownLines[block] ?? 0)) * guessPx;
  }
}

/** Lines drawn before and after those in sight. */
const MARGIN_LINES = 8;
/** Lines are drawn in steps of so many, so that a small movement draws nothing. */
const STEP_LINES = 4;

/** The lines to draw while the part from `topPx` on, `viewPx` high, is in sight. */
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
