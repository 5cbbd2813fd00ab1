// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useFirstInSight } from "../../../../../src/features/insights/desk/use-first-in-sight.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";

const rows = (first: number) =>
  Array.from({ length: 5 }, (_, at) => fakeInsight({ insightId: `${first + at}` }));
/** Rows from `first` on, of which two are above the edge of the list. */
const scrolledTo = (first: number) => ({
  shown: rows(first),
  shownOffset: first,
  window: { offset: first, total: 100, beforePx: 0, afterPx: 0, rowPx: 40, rowInSight: () => first + 2 },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("the insight that the desk's panel shows before a row is chosen", () => {
  it("is the first in sight of a list that is scrolled, once it has come to rest (hand 14)", () => {
    const { result, rerender } = renderHook(useFirstInSight, { initialProps: scrolledTo(0) });
    expect(result.current?.insightId).toBe("0");
    act(() => void vi.advanceTimersByTime(150));
    expect(result.current?.insightId).toBe("2");
    for (const first of [3, 6, 9]) {
      rerender(scrolledTo(first));
      act(() => void vi.advanceTimersByTime(149));
      expect(result.current?.insightId).toBe("2");
    }
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current?.insightId).toBe("11");
  });

  it("is the first of a page at once", () => {
    const page = (first: number) => ({ shown: rows(first), shownOffset: first, window: undefined });
    const { result, rerender } = renderHook(useFirstInSight, { initialProps: page(0) });
    expect(result.current?.insightId).toBe("0");
    rerender(page(25));
    expect(result.current?.insightId).toBe("25");
    rerender({ ...page(25), shown: [] });
    expect(result.current).toBeNull();
  });
});
