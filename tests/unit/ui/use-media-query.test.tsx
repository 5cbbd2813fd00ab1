// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useMediaQuery } from "../../../src/ui/use-media-query.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("follows the window, and reads the list once for many drawings, because reading forces a style recalculation", () => {
  let matches = true;
  let reads = 0;
  const listeners = new Set<() => void>();
  const list = {
    get matches() {
      reads += 1;
      return matches;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  vi.stubGlobal("matchMedia", () => list);
  const { result, rerender, unmount } = renderHook(() => useMediaQuery("(max-width: 768px)"));
  expect(result.current).toBe(true);
  const readBefore = reads;
  for (let at = 0; at < 5; at += 1) rerender();
  expect(reads).toBe(readBefore);
  matches = false;
  act(() => {
    for (const listener of listeners) listener();
  });
  expect(result.current).toBe(false);
  unmount();
  expect(listeners.size).toBe(0);
});
