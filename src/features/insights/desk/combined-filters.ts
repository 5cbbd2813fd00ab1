import { allWords, searchWords, wordsHeld } from "../../../domain/text-search.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";

/** One value of one part of the filter. */
export interface FilterChoice {
  id: string;
  words: string;
  put(filter: InsightFilter): InsightFilter;
}

/** Choices of one part that are tried with those of other parts; thousands of Sentinels may hold a typed letter. */
const MOST_TRIED = 20;
const MOST_COMBINED = 5;

/**
 * Choices of two or three parts that hold the typed words together, as "empty weir" is a class and a Sentinel. Each
 * holds a word that the others of its combination do not.
 *
 * @param parts the choices of each part, in the order of their words
 * @returns the best first: those of fewest parts; none where fewer than two words are typed
 */
export function combinedFilters(parts: readonly (readonly FilterChoice[])[], typed: string): FilterChoice[] {
  const words = searchWords(typed);
  if (words.length < 2) return [];
  const held = parts.map((choices) => choicesHolding(choices, words));
  const found: FilterChoice[] = [];
  for (const count of [2, 3]) {
    for (const combination of combinations(held, count)) {
      if (!holdsAll(combination, allWords(words))) continue;
      found.push(combinedOf(combination.map(({ choice }) => choice)));
      if (found.length === MOST_COMBINED) return found;
    }
  }
  return found;
}

interface HoldingChoice {
  choice: FilterChoice;
  /** The typed words that it holds, one bit each. */
  bits: number;
}

function choicesHolding(choices: readonly FilterChoice[], words: readonly string[]): HoldingChoice[] {
  return choices
    .map((choice) => ({ choice, bits: wordsHeld(words, [choice.words]) }))
    .filter(({ bits }) => bits > 0)
    .sort((one, other) => bitCount(other.bits) - bitCount(one.bits))
    .slice(0, MOST_TRIED);
}

/** Every way to take one choice of each of so many parts. */
function* combinations(
  parts: readonly (readonly HoldingChoice[])[],
  count: number,
): Generator<readonly HoldingChoice[]> {
  if (count === 0) return yield [];
  for (const [at, choices] of parts.entries()) {
    for (const choice of choices) {
      for (const rest of combinations(parts.slice(at + 1), count - 1)) yield [choice, ...rest];
    }
  }
}

function holdsAll(combination: readonly HoldingChoice[], all: number): boolean {
  const together = (but: HoldingChoice | null) =>
    combination.reduce((bits, one) => (one === but ? bits : bits | one.bits), 0);
  return together(null) === all && combination.every((one) => together(one) !== all);
}

function combinedOf(choices: readonly FilterChoice[]): FilterChoice {
  return {
    id: choices.map(({ id }) => id).join("+"),
    words: choices.map(({ words }) => words).join(" · "),
    put: (filter) => choices.reduce((before, { put }) => put(before), filter),
  };
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left &= left - 1) count += 1;
  return count;
}
