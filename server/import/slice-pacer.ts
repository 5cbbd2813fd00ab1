/** Others must be able to write within 50 ms; this leaves room for a slow disk and for whoever waits in between. */
const TARGET_MS = 15;
const FIRST_ROWS = 400;
const LEAST_ROWS = 25;
const MOST_ROWS = 1_000;

/** Decides how many rows the next write transaction takes, from how long the last ones took. */
export class SlicePacer {
  /** The longest transaction so far. */
  longestMs = 0;
  #size = FIRST_ROWS;

  get rows(): number {
    return this.#size;
  }

  /** Tells how long a transaction over `rows` rows took. */
  took(rows: number, elapsedMs: number): void {
    this.longestMs = Math.max(this.longestMs, elapsedMs);
    // A short last slice says little of what a full one costs.
    if (rows < this.#size / 2 && elapsedMs < TARGET_MS) return;
    const fitting = (rows * TARGET_MS) / Math.max(elapsedMs, 1);
    // One slow transaction on a busy machine says little: a half less, and quickly back.
    const next = Math.min(Math.max(fitting, this.#size / 2), this.#size * 1.5);
    this.#size = Math.round(Math.min(Math.max(next, LEAST_ROWS), MOST_ROWS));
  }
}
