// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryOf, readAddress } from "../../../../../src/features/insights/list/insight-address.ts";
import { prefetchOpening } from "../../../../../src/features/insights/list/opening.ts";
import { useOpening } from "../../../../../src/features/insights/list/use-opening.ts";
import type { Feature, Group } from "../../../../../src/protocol/shapes.ts";
import type { InsightEngine, InsightPage, InsightQuery } from "../../../../../src/query/insight-engine.ts";
import type { MirrorReader } from "../../../../../src/storage/mirror/mirror-reader.ts";

const groups = [{ group_id: "g1" }] as unknown as Group[];
const collectionsOn = [{ key: "COLLECTIONS", enabled: true }] as Feature[];
const address = readAddress(new URLSearchParams(), 0);
const page: InsightPage = { rows: [], matched: 3, held: 3, complete: true };

function closed(): never {
  throw new Error("closed");
}

interface World {
  page: Promise<InsightPage>;
  unreadable?: boolean;
  asks?: boolean;
}

function partsOf(world: World) {
  const asked: InsightQuery[] = [];
  const view = {
    page: (query: InsightQuery, signal?: AbortSignal) => {
      asked.push(query);
      return new Promise<InsightPage>((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        world.page.then(resolve, reject);
      });
    },
  } as unknown as InsightEngine;
  const mirror = {
    groups: async () => (world.unreadable ? closed() : groups),
    features: async () => (world.unreadable ? closed() : collectionsOn),
  } as unknown as MirrorReader;
  const question = (enabled: boolean) => (world.asks === false ? null : queryOf(address, enabled));
  return { asked, parts: { view, mirror, question } };
}

function opened(world: World) {
  const { asked, parts } = partsOf(world);
  const { result } = renderHook(() => useOpening(parts));
  return { asked, result };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("opening the insights screen", () => {
  it("waits for what stands in its head and for the first page, whose question folds as the feature says", async () => {
    const { asked, result } = opened({ page: Promise.resolve(page) });
    expect(result.current).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(asked).toEqual([queryOf(address, true)]);
    expect(result.current).toEqual({ collectionsEnabled: true, groups, first: { query: asked[0], page } });
  });

  it("goes on without a page that stays out or cannot be read, and without one that nobody asked for", async () => {
    const late = opened({ page: new Promise(() => {}) });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(late.result.current).toEqual({ collectionsEnabled: true, groups, first: null });
    const failed = opened({ page: Promise.reject(new Error("no worker")) });
    const review = opened({ page: Promise.resolve(page), asks: false });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(failed.result.current?.first).toBeNull();
    expect(review.result.current?.first).toBeNull();
    expect(review.asked).toEqual([]);
  });

  it("leaves what cannot be read to the screen, which reads it again", async () => {
    const { result } = opened({ page: Promise.resolve(page), unreadable: true });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(result.current).toEqual({ collectionsEnabled: false, groups: [], first: null });
  });

  it("is drawn once and with all of it where that was read ahead, and reads anew the next time", async () => {
    const { asked, parts } = partsOf({ page: Promise.resolve(page) });
    await prefetchOpening(parts);
    const drawn: unknown[] = [];
    const { unmount } = renderHook(() => drawn.push(useOpening(parts)));
    expect(drawn).toEqual([{ collectionsEnabled: true, groups, first: { query: asked[0], page } }]);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(drawn).toHaveLength(1);
    unmount();
    const { result } = renderHook(() => useOpening(parts));
    expect(result.current).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(asked).toHaveLength(2);
  });
});
