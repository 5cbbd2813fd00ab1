/** Other writers must get their turn within 50 ms; this leaves room for a slow disk. */
const TARGET_MS = 15;
const FIRST_ROWS = 400;
const LEAST_ROWS = 25;
const MOST_ROWS = 1_000;

/** Chooses the number of rows of the next write transaction by the length of the last ones. */
export class SlicePacer {
  /** The longest transaction so far. */
  longestMs = 0;
  #size = FIRST_ROWS;

  get rows(): number {
    return this.#size;
  }

  /** Records the length of a transaction over `rows` rows. */
  took(rows: number, elapsedMs: number): void {
    this.longestMs = Math.max(this.longestMs, elapsedMs);
    // A short last slice is not representative.
    if (rows < this.#size / 2 && elapsedMs < TARGET_MS) return;
    const fitting = (rows * TARGET_MS) / Math.max(elapsedMs, 1);
    // One slow transaction may come from a busy machine, so the size is halved and grows again quickly.
    const next = Math.min(Math.max(fitting, this.#size / 2), this.#size * 1.5);
    this.#size = Math.round(Math.min(Math.max(next, LEAST_ROWS), MOST_ROWS));
  }
}
