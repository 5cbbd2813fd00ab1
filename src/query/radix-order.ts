/**
 * Stable orders of row numbers by a column, ascending. The key is made by the kind of array, never guessed from
 * the values in it: the bits of a Float64 as whole numbers that compare alike.
 */

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;

/** Rows by their values; those without one (NaN) come first. @param values one for each row number */
export function orderByFloats(rows: Uint32Array, values: Float64Array): Uint32Array {
  const low = new Uint32Array(rows.length);
  const high = new Uint32Array(rows.length);
  const value = new Float64Array(1);
  const bits = new Uint32Array(value.buffer);
  const [lowAt, highAt] = LITTLE_ENDIAN ? [0, 1] : [1, 0];
  for (let at = 0; at < rows.length; at += 1) {
    // Adding 0 makes -0 the same as 0; the key of NaN stays 0, which no number has.
    const number = (values[rows[at] ?? 0] ?? Number.NaN) + 0;
    if (Number.isNaN(number)) continue;
    value[0] = number;
    const [lowBits, highBits] = [bits[lowAt] ?? 0, bits[highAt] ?? 0];
    const isNegative = highBits >>> 31 === 1;
    low[at] = isNegative ? ~lowBits : lowBits;
    high[at] = isNegative ? ~highBits : highBits | 0x8000_0000;
  }
  let order = Uint32Array.from(rows.keys());
  for (const keys of [low, high]) {
    for (const shift of [0, DIGIT_BITS]) order = orderByDigit(order, keys, shift);
  }
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < order.length; at += 1) sorted[at] = rows[order[at] ?? 0] ?? 0;
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

function orderByDigit(order: Uint32Array<ArrayBuffer>, keys: Uint32Array, shift: number) {
  const starts = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < keys.length; at += 1) {
    const next = (((keys[at] ?? 0) >>> shift) & DIGIT_MASK) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  // Times share their upper digits: a pass over them would change nothing.
  if (starts.includes(keys.length)) return order;
  for (let digit = 1; digit < starts.length; digit += 1) {
    starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
  }
  const sorted = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const place = order[at] ?? 0;
    const digit = ((keys[place] ?? 0) >>> shift) & DIGIT_MASK;
    const to = starts[digit] ?? 0;
    sorted[to] = place;
    starts[digit] = to + 1;
  }
  return sorted;
}

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
