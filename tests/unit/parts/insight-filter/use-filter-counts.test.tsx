// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useFilterCounts } from "../../../../src/parts/insight-filter/use-filter-counts.ts";
import type { InsightEngine } from "../../../../src/query/insight-engine.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("counts after the first frame, in which the first rows are drawn, and later at once", async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  const group = vi.fn(async () => []);
  const view = { group, subscribe: () => () => {} } as unknown as InsightEngine;
  const filter = { showArchived: false };
  const counts = renderHook(({ wanted }) => useFilterCounts(view, filter, false, wanted), {
    initialProps: { wanted: false },
  });
  expect(frames).toEqual([]);
  counts.rerender({ wanted: true });
  expect(frames).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(group).not.toHaveBeenCalled();
  frames[0]?.(0);
  await waitFor(() => expect(counts.result.current).not.toBeNull());
  expect(group).toHaveBeenCalledTimes(4);

  const other = renderHook(() => useFilterCounts(view, filter, true, true));
  await waitFor(() => expect(other.result.current).not.toBeNull());
  expect(frames).toHaveLength(1);
});
