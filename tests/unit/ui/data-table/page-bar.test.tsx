// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { PageBar } from "../../../../src/ui/data-table/tools/page-bar.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("names the first row in sight soon after new rows were drawn, not within their drawing, which would lay them out twice", () => {
  vi.useFakeTimers();
  const scroller = createRef<HTMLElement>();
  let row = 0;
  const rowInSight = vi.fn(() => row);
  const place = { offset: 0, total: 300, beforePx: 0, afterPx: 0, rowPx: 44, rowInSight };
  const bar = (matched = 300) => (
    <PageBar
      {...{ page: 1, pageSize: 25, first: 1, shown: 30, matched, scroll: true, scroller }}
      {...{ window: { ...place }, onPage() {}, onPageSize() {} }}
    />
  );
  const { rerender } = render(bar());
  expect(screen.getByRole("navigation").textContent).toContain("Row 1 of 300");
  act(() => vi.runAllTimers());
  rowInSight.mockClear();
  row = 41;
  rerender(bar());
  expect(rowInSight).not.toHaveBeenCalled();
  act(() => vi.runAllTimers());
  expect(screen.getByRole("navigation").textContent).toContain("Row 42 of 300");
  // Of another list it never names a row that is not there.
  rerender(bar(3));
  expect(screen.getByRole("navigation").textContent).toContain("Row 3 of 3");
});
