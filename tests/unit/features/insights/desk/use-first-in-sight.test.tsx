// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useFirstInSight } from "../../../../../src/features/insights/desk/use-first-in-sight.ts";
import { queryOf, readAddress } from "../../../../../src/features/insights/list/insight-address.ts";
import { fakeInsight } from "../../../../support/client/fake-services.ts";

const query = (search: string) => queryOf(readAddress(new URLSearchParams(search), 0), false);
const ALL = query("");
const rows = (first: number) =>
  Array.from({ length: 5 }, (_, at) => fakeInsight({ insightId: `${first + at}` }));
/** Rows from `first` on; those before `inSight` are above the edge of the list. */
const scrolledTo = (first: number, inSight = first + 2) => ({
  answered: ALL,
  shown: rows(first),
  shownOffset: first,
  window: { offset: first, total: 100, beforePx: 0, afterPx: 0, rowPx: 40, rowInSight: () => inSight },
});
const page = (first: number) => ({
  answered: ALL,
  shown: rows(first),
  shownOffset: first,
  window: undefined,
});

function shownFor(list: Parameters<typeof useFirstInSight>[0]) {
  const scroller = { current: document.createElement("div") };
  const { result, rerender } = renderHook((now: typeof list) => useFirstInSight(now, scroller), {
    initialProps: list,
  });
  return {
    id: () => result.current?.insightId ?? null,
    status: () => result.current?.status,
    rerender,
    scroll: () => void scroller.current.dispatchEvent(new Event("scroll")),
  };
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("the insight that the desk's panel shows before a row is chosen", () => {
  it("is the first in sight of a list that is scrolled, once it has come to rest (hand 14)", () => {
    const { id, rerender } = shownFor(scrolledTo(0));
    expect(id()).toBe("0");
    pass(150);
    expect(id()).toBe("2");
    for (const first of [3, 6, 9]) {
      rerender(scrolledTo(first));
      pass(149);
      expect(id()).toBe("2");
    }
    pass(1);
    expect(id()).toBe("11");
  });

  it("follows a scroll that needs no other rows", () => {
    const { id, rerender, scroll } = shownFor(scrolledTo(0));
    pass(150);
    let inSight = 2;
    rerender({ ...scrolledTo(0), window: { ...scrolledTo(0).window, rowInSight: () => inSight } });
    pass(150);
    inSight = 4;
    scroll();
    pass(149);
    expect(id()).toBe("2");
    pass(1);
    expect(id()).toBe("4");
  });

  it("has the status of now, and is of the list of now", () => {
    const { id, status, rerender } = shownFor(scrolledTo(0));
    pass(150);
    const changed = scrolledTo(0).shown.map((row) => ({ ...row, status: "favorite" as const }));
    rerender({ ...scrolledTo(0), shown: changed });
    expect([id(), status()]).toEqual(["2", "favorite"]);
    rerender({ ...scrolledTo(50), answered: query("q=zebra") });
    expect(id()).toBe("50");
    rerender({ ...scrolledTo(0), answered: query("q=yak"), shown: [] });
    expect(id()).toBeNull();
  });

  it("is the first of a page at once", () => {
    const { id, rerender } = shownFor(page(0));
    expect(id()).toBe("0");
    rerender(page(25));
    expect(id()).toBe("25");
    rerender({ ...page(25), shown: [] });
    expect(id()).toBeNull();
  });
});
