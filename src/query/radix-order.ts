/** Stable orders of row numbers by a column, ascending. */

/** Two digits a key: 2,048 buckets fit into the fastest cache; 65,536 do not, and take four times as long. */
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;
/** Rows without a value have key 0, the least value has key 1. */
const KEY_SPAN = DIGITS * DIGITS - 2;
/** Neighbours with one key are put in order one by one; more of them than this, and out of order, are sorted. */
const FEW = 32;

/**
 * Rows by their values; those without one (NaN) come first. Each value is first given one of four million keys, by
 * where it lies between the least and the greatest; rows are ordered by two digits of the key, and then, where several
 * values share a key, by the values themselves.
 *
 * @param values one for each row number
 */
export function orderByFloats(rows: Uint32Array, values: Float64Array): Uint32Array {
  const { least, most, ascends } = rangeOf(rows, values);
  if (ascends) return rows.slice();
  const perUnit = KEY_SPAN / (most - least);
  // With numbers so far apart, or so near, that there is no such scale, all share a key.
  const scale = Number.isFinite(perUnit) && perUnit > 0 ? perUnit : null;
  const keys = new Uint32Array(rows.length);
  const lowAt = new Uint32Array(DIGITS + 1);
  const highAt = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[rows[at] ?? 0] ?? Number.NaN;
    const key = Number.isNaN(value) ? 0 : scale === null ? 1 : ((value - least) * scale + 1) >>> 0;
    keys[at] = key;
    lowAt[(key & DIGIT_MASK) + 1] = (lowAt[(key & DIGIT_MASK) + 1] ?? 0) + 1;
    highAt[(key >>> DIGIT_BITS) + 1] = (highAt[(key >>> DIGIT_BITS) + 1] ?? 0) + 1;
  }
  sumUp(lowAt);
  sumUp(highAt);
  const lowKeys = new Uint32Array(rows.length);
  const lowRows = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const key = keys[at] ?? 0;
    const to = lowAt[key & DIGIT_MASK] ?? 0;
    lowAt[key & DIGIT_MASK] = to + 1;
    lowKeys[to] = key;
    lowRows[to] = rows[at] ?? 0;
  }
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const key = lowKeys[at] ?? 0;
    const to = highAt[key >>> DIGIT_BITS] ?? 0;
    highAt[key >>> DIGIT_BITS] = to + 1;
    keys[to] = key;
    sorted[to] = lowRows[at] ?? 0;
  }
  orderWithinKeys(sorted, keys, values);
  return sorted;
}

/** Rows by the rank of their code. @param ranks of each code */
export function orderByRanks(
  rows: Uint32Array,
  codes: Uint8Array | Uint32Array,
  ranks: Uint32Array,
): Uint32Array {
  let highest = 0;
  for (const rank of ranks) if (rank > highest) highest = rank;
  const starts = new Uint32Array(highest + 2);
  for (let at = 0; at < rows.length; at += 1) {
    const next = (ranks[codes[rows[at] ?? 0] ?? 0] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let rank = 1; rank < starts.length; rank += 1) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  }
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const rank = ranks[codes[row] ?? 0] ?? 0;
    const to = starts[rank] ?? 0;
    sorted[to] = row;
    starts[rank] = to + 1;
  }
  return sorted;
}

function rangeOf(rows: Uint32Array, values: Float64Array) {
  let [least, most, before] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let ascends = true;
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[rows[at] ?? 0] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
    if (!(value >= before)) ascends = false;
    before = value;
  }
  return { least, most, ascends };
}

/** From how many rows each digit has to where the first of them goes. */
function sumUp(counts: Uint32Array) {
  for (let digit = 1; digit < counts.length; digit += 1) {
    counts[digit] = (counts[digit] ?? 0) + (counts[digit - 1] ?? 0);
  }
}

/** @param sorted rows by their keys, and so by their values but for those that share a key */
function orderWithinKeys(sorted: Uint32Array, keys: Uint32Array, values: Float64Array) {
  const valueAt = (at: number) => values[sorted[at] ?? 0] ?? Number.NaN;
  let start = 0;
  for (let at = 1; at <= sorted.length; at += 1) {
    if (at < sorted.length && keys[at] === keys[start]) {
      const row = sorted[at] ?? 0;
      const value = values[row] ?? Number.NaN;
      if (at - start >= FEW && valueAt(at - 1) > value) {
        let end = at + 1;
        while (end < sorted.length && keys[end] === keys[start]) end += 1;
        sorted.subarray(start, end).sort((a, b) => compareNumbers(values[a], values[b]));
        at = end - 1;
        continue;
      }
      let to = at;
      for (; to > start && valueAt(to - 1) > value; to -= 1) sorted[to] = sorted[to - 1] ?? 0;
      sorted[to] = row;
    } else start = at;
  }
}

/** Ascending; -0 and 0 are equal. */
function compareNumbers(a = Number.NaN, b = Number.NaN): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
