import type { InsightColumns } from "./insight-columns.ts";
import { orderByFloats } from "./radix-order.ts";

type TimedRows = Pick<InsightColumns, "count" | "living" | "alive" | "timeMs">;

/**
 * The living rows of columns that grow, oldest first; rows of one time in the order of their places. Rows that were
 * added are put in order by themselves and merged: a first copy asks after each of its pages, and to order all rows
 * anew each time leaves hundreds of megabytes behind.
 */
export class TimeOrder {
  readonly #columns: TimedRows;
  #rows: Uint32Array = new Uint32Array(0);
  /** The columns' count and their living rows when the order was made. */
  #count = 0;
  #living = 0;

  constructor(columns: TimedRows) {
    this.#columns = columns;
  }

  /** The same array as long as the columns stay. It is never changed. */
  rows(): Uint32Array {
    const { count, living } = this.#columns;
    if (count === this.#count && living === this.#living) return this.#rows;
    const added = this.#addedRows();
    this.#rows = this.#merged(orderByFloats(added, this.#columns.timeMs));
    this.#count = count;
    this.#living = living;
    return this.#rows;
  }

  /**
   * To be called when rows were taken off or live again. The next call of `rows` sorts all rows, because both counts may be
   * the same as before, and a merge would not see these rows.
   */
  forget(): void {
    this.#rows = new Uint32Array(0);
    this.#count = 0;
    this.#living = 0;
  }

  #addedRows(): Uint32Array {
    const { count, alive } = this.#columns;
    const rows = new Uint32Array(count - this.#count);
    let next = 0;
    for (let row = this.#count; row < count; row += 1) {
      if (alive[row] !== 1) continue;
      rows[next] = row;
      next += 1;
    }
    return rows.subarray(0, next);
  }

  /** @param added sorted. If an added row has the same time as an earlier one, it follows it */
  #merged(added: Uint32Array): Uint32Array {
    const { living, alive, timeMs } = this.#columns;
    const before = this.#rows;
    if (before.length === 0) return added;
    const rows = new Uint32Array(living);
    let [at, next] = [0, 0];
    for (let old = 0; old < before.length; old += 1) {
      const row = before[old] ?? 0;
      if (alive[row] !== 1) continue;
      const time = timeMs[row] ?? 0;
      while (at < added.length && (timeMs[added[at] ?? 0] ?? 0) < time) rows[next++] = added[at++] ?? 0;
      rows[next] = row;
      next += 1;
    }
    rows.set(added.subarray(at), next);
    return rows;
  }
}
