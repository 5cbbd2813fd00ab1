import { setImmediate } from "node:timers/promises";

/** Names that are compared within a few milliseconds; other requests get their turn behind them. */
const ROWS_A_TURN = 500;

/** As `toSorted`, for lists of one member that take long enough to hold up the others. */
export async function sortInTurns<T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < list.length; at += ROWS_A_TURN) {
    if (at > 0) await setImmediate();
    runs.push(list.slice(at, at + ROWS_A_TURN).sort(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right = []] = runs.slice(at, at + 2);
      merged.push(right.length === 0 ? left : await mergeInTurns(left, right, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeInTurns<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<T[]> {
  const merged: T[] = [];
  let [atLeft, atRight] = [0, 0];
  while (atLeft < left.length && atRight < right.length) {
    // Equal ones stay in their order.
    const isLeft = compare(left[atLeft] as T, right[atRight] as T) <= 0;
    merged.push((isLeft ? left[atLeft++] : right[atRight++]) as T);
    if (merged.length % ROWS_A_TURN === 0) await setImmediate();
  }
  return [...merged, ...left.slice(atLeft), ...right.slice(atRight)];
}
