// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { queryOf, readAddress } from "../../../../src/features/insights/insight-address.ts";
import { useFirstAnswer, useInsightPage } from "../../../../src/features/insights/use-insight-page.ts";
import type { InsightPage, InsightQuery, InsightView } from "../../../../src/query/insight-view.ts";

afterEach(cleanup);

const query = (search: string) => queryOf(readAddress(new URLSearchParams(search), 0), false);
const pageOf = (matched: number): InsightPage => ({ rows: [], matched, held: matched, complete: true });

/** A view whose answers the test gives, in any order. */
function openView() {
  const asked: { query: InsightQuery; signal: AbortSignal | undefined; answer(page: InsightPage): void }[] =
    [];
  let changed = () => {};
  const view: InsightView = {
    page: (wanted, signal) =>
      new Promise((resolve) => asked.push({ query: wanted, signal, answer: resolve })),
    insight: async () => null,
    serverStatuses: async () => new Map(),
    group: async () => [],
    histogram: async () => [],
    placeOf: async () => null,
    snapshot: async () => ({ matched: 0, rows: async () => [], release() {} }),
    subscribe: (listener) => {
      changed = listener;
      return () => {};
    },
  };
  return { view, asked, change: () => act(() => changed()) };
}

describe("the page of a query", () => {
  it("gives up a question that another one replaced, and never shows its late answer", async () => {
    const { view, asked } = openView();
    const { result, rerender } = renderHook(({ wanted }) => useInsightPage(view, wanted), {
      initialProps: { wanted: query("q=a") },
    });
    rerender({ wanted: query("q=ab") });
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    await act(async () => asked[1]?.answer(pageOf(2)));
    await act(async () => asked[0]?.answer(pageOf(1)));
    expect(result.current.page?.matched).toBe(2);
  });

  it("keeps the last page while the next is on its way, and says that it is stale", async () => {
    const { view, asked } = openView();
    const { result, rerender } = renderHook(({ wanted }) => useInsightPage(view, wanted), {
      initialProps: { wanted: query("") },
    });
    await act(async () => asked[0]?.answer(pageOf(7)));
    expect(result.current).toMatchObject({ stale: false, page: { matched: 7 } });
    rerender({ wanted: query("page=2") });
    expect(result.current).toMatchObject({ stale: true, page: { matched: 7 } });
  });

  it("asks again whenever the view says that an answer may not hold any more", async () => {
    const { view, asked, change } = openView();
    const wanted = query("");
    const { result } = renderHook(() => useInsightPage(view, wanted));
    await act(async () => asked[0]?.answer(pageOf(1)));
    change();
    await act(async () => asked[1]?.answer(pageOf(3)));
    expect(result.current).toMatchObject({ stale: false, page: { matched: 3 } });
  });
});

describe("the first page of a screen", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is asked for once, as soon as the question is known, and drawn by the screen at once", async () => {
    const { view, asked } = openView();
    const wanted = query("");
    const opening = renderHook((known: InsightQuery | null) => useFirstAnswer(view, known), {
      initialProps: null as InsightQuery | null,
    });
    expect(asked).toHaveLength(0);
    opening.rerender(wanted);
    expect(opening.result.current).toBeUndefined();
    await act(async () => asked[0]?.answer(pageOf(4)));
    opening.rerender(query("q=later"));
    expect(asked).toHaveLength(1);
    const first = opening.result.current ?? null;
    const shown: (number | undefined)[] = [];
    renderHook(() => shown.push(useInsightPage(view, { ...wanted }, first).page?.matched));
    expect(shown[0]).toBe(4);
  });

  it("is not waited for when it stays out, and no answer to another question takes its place", async () => {
    vi.useFakeTimers();
    const { view, asked } = openView();
    const wanted = query("");
    const opening = renderHook(() => useFirstAnswer(view, wanted));
    expect(opening.result.current).toBeUndefined();
    await act(async () => vi.advanceTimersByTimeAsync(1_000));
    expect(opening.result.current).toBeNull();
    expect(asked[0]?.signal?.aborted).toBe(true);
    const other = { query: query("q=a"), page: pageOf(9) };
    expect(renderHook(() => useInsightPage(view, wanted, other)).result.current.page).toBeNull();
  });
});
