/** Lines whose heights are summed up beforehand, so that a question goes over few of half a million. */
const BLOCK_LINES = 256;

/**
 * Heights of the lines of a long list of cards, which differ: those that were drawn are known, all others count as
 * high as the known ones on average.
 */
export class CardHeights {
  /** In px with the gap behind; 0 where it is not known. */
  #known = new Float32Array(0);
  /** Of each block, what is known of it together, and of how many lines. */
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

  get heightPx(): number {
    return this.#sumPx + (this.lines - this.#count) * this.#mean();
  }

  /** The list has another length now; what was learnt of the lines that it still has is kept. */
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

  /** Answers whether that was news; half a pixel is none. */
  learn(line: number, px: number): boolean {
    const before = this.#known[line];
    if (before === undefined || px <= 0 || Math.abs(px - before) < 0.5) return false;
    this.#put(line, px);
    return true;
  }

  /** Where a line begins; beyond the last, where the list ends. */
  topOf(line: number): number {
    const guess = this.#mean();
    const end = Math.min(line, this.lines);
    const blocks = Math.floor(end / BLOCK_LINES);
    let top = 0;
    for (let block = 0; block < blocks; block += 1) top += this.#blockPx(block, guess);
    for (let at = blocks * BLOCK_LINES; at < end; at += 1) top += this.#known[at] || guess;
    return top;
  }

  /** The line at a height, at least the first and at most the last. */
  lineAt(px: number): number {
    const guess = this.#mean();
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

  /** @param block a whole one: the last, which may be shorter, is gone through line by line */
  #blockPx(block: number, guessPx: number): number {
    return (this.#knownPx[block] ?? 0) + (BLOCK_LINES - (this.#knownLines[block] ?? 0)) * guessPx;
  }

  #mean(): number {
    return this.#count === 0 ? this.#guessPx : this.#sumPx / this.#count;
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
