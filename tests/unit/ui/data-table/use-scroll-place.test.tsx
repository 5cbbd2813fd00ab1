// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useScrollPlace } from "../../../../src/ui/data-table/rows/use-scroll-place.ts";
import { useBackCloses } from "../../../../src/ui/layout/use-back-closes.ts";

const LONG_MS = 3_000;

/** A list that stands at its top; while rows are chosen Back ends the selection. */
function List({ choosing }: { choosing: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  useBackCloses(choosing, () => {});
  useScrollPlace({ enabled: true, scroller, question: "all", reach: 100, scrollTo: () => {} });
  return <div ref={scroller} data-testid="list" />;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  history.replaceState(null, "", "/?tab=insights&at=31");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("keeps the place of a list in the address once the scrolling rests", async () => {
  render(<List choosing={false} />);
  fireEvent.scroll(screen.getByTestId("list"));
  expect(location.search).toContain("at=31");
  await pass(LONG_MS);
  expect(location.search).toBe("?tab=insights");
});

it("leaves the entry of a selection alone while the list is scrolled, and keeps the place when it has ended", async () => {
  const { rerender } = render(<List choosing />);
  fireEvent.scroll(screen.getByTestId("list"));
  await pass(LONG_MS);
  expect(location.search).toContain("at=31");
  rerender(<List choosing={false} />);
  await pass(LONG_MS);
  expect(location.search).toBe("?tab=insights");
});

it("keeps the place of rows that are drawn later than the scrolling rests", async () => {
  render(<List choosing={false} />);
  const list = screen.getByTestId("list");
  list.scrollTop = 2_000;
  fireEvent.scroll(list);
  await pass(LONG_MS);
  expect(location.search).toContain("at=31");
  const row = document.createElement("li");
  row.dataset.row = "";
  row.setAttribute("aria-posinset", "56");
  row.getBoundingClientRect = () => new DOMRect(0, 0, 300, 40);
  list.append(row);
  await pass(LONG_MS);
  expect(location.search).toContain("at=56");
});
