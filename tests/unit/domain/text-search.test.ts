import { describe, expect, it } from "vitest";
import {
  allWords,
  MOST_SEARCH_WORDS,
  searchWords,
  wordsHeld,
  wordsLeftOut,
} from "../../../src/domain/text-search.ts";

describe("the words of a search", () => {
  it("are each asked for once, without regard to case, in whichever name [TBL-18]", () => {
    const words = searchWords("  Fox \t ridge FOX ");
    expect(words).toEqual(["fox", "ridge"]);
    expect(wordsHeld(words, ["Red fox", "North Ridge"])).toBe(allWords(words));
    expect(wordsHeld(words, ["Red fox", null])).not.toBe(allWords(words));
    expect(wordsHeld(searchWords("here"), [null, undefined])).toBe(0);
  });

  it("are so many at most, and how many are left out can be told", () => {
    const text = Array.from({ length: MOST_SEARCH_WORDS + 3 }, (_, at) => `w${at}`).join(" ");
    expect(searchWords(text)).toHaveLength(MOST_SEARCH_WORDS);
    expect(wordsHeld(searchWords(text), [text])).toBe(allWords(searchWords(text)));
    expect(wordsLeftOut(text)).toBe(3);
    expect(wordsLeftOut("fox fox fox")).toBe(0);
    expect(wordsLeftOut("")).toBe(0);
  });
});
