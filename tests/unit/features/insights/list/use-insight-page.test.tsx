// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { queryOf, readAddress } from "../../../../../src/features/insights/list/insight-address.ts";
import { useInsightPage } from "../../../../../src/features/insights/list/use-insight-page.ts";
import type { InsightEngine, InsightPage, InsightQuery } from "../../../../../src/query/insight-engine.ts";

afterEach(cleanup);

const query = (search: string) => queryOf(readAddress(new URLSearchParams(search), 0), false);
const pageOf = (matched: number): InsightPage => ({ rows: [], matched, held: matched, complete: true });

/** A view whose answers the test gives, in any order. */
function openView() {
  const asked: { query: InsightQuery; signal: AbortSignal | undefined; answer(page: InsightPage): void }[] =
    [];
  let changed = () => {};
  const view: InsightEngine = {
    page: (wanted, signal) =>
      new Promise((resolve) => asked.push({ query: wanted, signal, answer: resolve })),
    insight: async () => null,
    serverStatuses: async () => new Map(),
    group: async () => [],
    histogram: async () => [],
    placeOf: async () => null,
    dashboard: async () => ({ counts: {}, held: 0, complete: true }),
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

  it("is there at once where it came before the screen, and no answer to another question takes its place", () => {
    const { view, asked } = openView();
    const wanted = query("q=a");
    const before = renderHook(() => useInsightPage(view, { ...wanted }, { query: wanted, page: pageOf(4) }));
    expect(before.result.current).toMatchObject({ stale: false, page: { matched: 4 } });
    // What has changed since is learned all the same.
    expect(asked).toHaveLength(1);
    const other = { query: query("q=b"), page: pageOf(9) };
    expect(renderHook(() => useInsightPage(view, wanted, other)).result.current.page).toBeNull();
  });
});
