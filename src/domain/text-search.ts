/** The most words of a search: each has a bit of one number. */
export const MOST_SEARCH_WORDS = 30;

/** The words of a search, in lower case, each once; none where the text is blank. */
export function searchWords(text: string): readonly string[] {
  return allWordsOf(text).slice(0, MOST_SEARCH_WORDS);
}

/** The number of words beyond the most. */
export function wordsLeftOut(text: string): number {
  return Math.max(0, allWordsOf(text).length - MOST_SEARCH_WORDS);
}

function allWordsOf(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return [...new Set(words)];
}

/**
 * Which of the words these names hold, one bit for each: a row passes once its names hold all of them together, see
 * `allWords`.
 *
 * @param words as `searchWords` gives them
 */
export function wordsHeld(words: readonly string[], names: readonly (string | null | undefined)[]): number {
  const lower = names.map((name) => name?.toLowerCase() ?? "");
  return words.reduce(
    (bits, word, at) => (lower.some((name) => name.includes(word)) ? bits | (1 << at) : bits),
    0,
  );
}

/** The bits of all words. */
export function allWords(words: readonly string[]): number {
  return 2 ** words.length - 1;
}
