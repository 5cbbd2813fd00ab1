// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useNearViewport } from "../../../../src/features/insights/use-near-viewport.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Picture() {
  const box = useRef<HTMLSpanElement>(null);
  useNearViewport(box);
  return <span ref={box} />;
}

it.each([
  [undefined, "320px"],
  [{ effectiveType: "3g" }, "320px"],
  [{ saveData: true }, "0px"],
  [{ type: "cellular" }, "0px"],
])(
  "begins with pictures before they are seen, but not where bytes are paid for: %o, %s [OFF-05]",
  (connection, margin) => {
    const margins: unknown[] = [];
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        observe() {}
        disconnect() {}
        constructor(
          _told: unknown,
          { rootMargin, scrollMargin }: { rootMargin: string; scrollMargin: string },
        ) {
          margins.push(rootMargin, scrollMargin);
        }
      },
    );
    vi.stubGlobal("navigator", { connection });
    render(<Picture />);
    expect(margins).toEqual([margin, margin]);
  },
);
