/**
 * Numbers as whole numbers of few bytes: n stands for (from + n - 1) / per, 0 for none. Only numbers that come back
 * exactly are packed.
 */
export interface PackedNumbers {
  readonly packed: Uint8Array | Uint16Array | Uint32Array;
  readonly from: number;
  readonly per: number;
}

/** Whole numbers first, then shares as models give them, then degrees as cameras give them. */
const PER = [1, 1e4, 1e7] as const;
const MOST = 0xffff_fffe;

/** @param values NaN for none. @returns the same array where the numbers cannot be packed */
export function packNumbers(values: Float64Array): PackedNumbers | Float64Array {
  for (const per of PER) {
    const packed = packAt(values, per);
    if (packed !== null) return packed;
  }
  return values;
}

/** NaN for none. */
export function packedAt({ packed, from, per }: PackedNumbers, row: number): number {
  const stored = packed[row] ?? 0;
  return stored === 0 ? Number.NaN : (from + stored - 1) / per;
}

/** Unpacks all rows. @param into at least as long */
export function unpackInto({ packed, from, per }: PackedNumbers, into: Float64Array): void {
  for (let row = 0; row < packed.length; row += 1) {
    const stored = packed[row] ?? 0;
    into[row] = stored === 0 ? Number.NaN : (from + stored - 1) / per;
  }
}

function packAt(values: Float64Array, per: number): PackedNumbers | null {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // `for of` over a typed array would allocate a heap number for each value, so this loop reads by index.
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const whole = Math.round(value * per);
    if (whole / per !== value || Object.is(value, -0)) return null;
    if (whole < least) least = whole;
    if (whole > most) most = whole;
  }
  const span = most - least;
  if (!(span >= 0 && span < MOST && Number.isSafeInteger(least) && Number.isSafeInteger(most))) return null;
  const size = values.length;
  const packed =
    span < 0xff ? new Uint8Array(size) : span < 0xffff ? new Uint16Array(size) : new Uint32Array(size);
  for (let row = 0; row < size; row += 1) {
    const value = values[row] ?? Number.NaN;
    packed[row] = Number.isNaN(value) ? 0 : Math.round(value * per) - least + 1;
  }
  return { packed, from: least, per };
}
