/** A stream of numbers that is the same for the same seed, on every machine (mulberry32 over FNV-1a). */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** low ≤ x < high. */
  between(low: number, high: number): number;
  /** A whole number, low ≤ x ≤ high. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Around 0 with deviation 1, within ±3. */
  bell(): number;
}

export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) {
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193) >>> 0;
  }
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  return {
    next,
    between,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new Error("nothing to pick from");
      return choice;
    },
    bell: () => (next() + next() + next() + next() + next() + next() - 3) * Math.SQRT2,
  };
}
