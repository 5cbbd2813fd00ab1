import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_PAGE_SIZE,
  PAGE_SIZES,
  pageCount,
  pageSizeOf,
} from "../../../../src/domain/table/table-page.ts";
import {
  anchorAfter,
  MAX_SCROLL_PX,
  pxOfRow,
  pxToShow,
  rowAtPx,
  SCROLL_TOP,
  scrollHeightPx,
  sharesMostRows,
  windowAt,
} from "../../../../src/domain/table/table-scroll.ts";

describe("pages", () => {
  it("have 5, 10, 25, 50 or 100 rows, 25 unless somebody chooses [TBL-07]", () => {
    expect(PAGE_SIZES).toEqual([5, 10, 25, 50, 100]);
    expect(DEFAULT_PAGE_SIZE).toBe(25);
    expect([null, 7, 50].map((wanted) => pageSizeOf(wanted))).toEqual([25, 25, 50]);
    expect([pageCount(0, 25), pageCount(26, 25)]).toEqual([1, 2]);
  });

  it("have the sizes of their own table where it has some", () => {
    const own = { sizes: [5, 10], own: 10 };
    expect([null, 25, 5].map((wanted) => pageSizeOf(wanted, own))).toEqual([10, 10, 5]);
  });
});

describe("a list without pages", () => {
  const box = (total: number) => ({ total, rowPx: 44, viewPx: 700 });

  it("holds every row that is seen, wherever it stands [TBL-05]", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, share) => {
          const topPx = Math.max(0, scrollHeightPx(box(total)) - 700) * share;
          const { offset, limit } = windowAt(SCROLL_TOP, topPx, box(total));
          expect(offset * 44).toBeLessThanOrEqual(topPx);
          expect((offset + limit) * 44).toBeGreaterThanOrEqual(topPx + 700);
          expect(limit).toBeLessThan(150);
        },
      ),
    );
  });

  it("keeps rows of 800 px ready on either side of those that are seen, however high they are, and few more", () => {
    for (const rowPx of [36, 44, 68]) {
      for (let topPx = 0; topPx < 60 * rowPx; topPx += 7) {
        const { offset, limit } = windowAt(SCROLL_TOP, topPx, { total: 1_000, rowPx, viewPx: 700 });
        expect(offset * rowPx).toBeLessThanOrEqual(Math.max(0, topPx - 800));
        expect((offset + limit) * rowPx).toBeGreaterThanOrEqual(topPx + 700 + 800);
        expect(offset * rowPx).toBeGreaterThan(topPx - 800 - 5 * rowPx);
        expect(limit * rowPx).toBeLessThan(700 + 2 * 800 + 8 * rowPx);
      }
    }
  });

  it("tells whether two questions have most of their rows in common", () => {
    const asked = { text: "fox", sort: ["time"], offset: 30, limit: 10 };
    const shares = (own: Partial<typeof asked>) => sharesMostRows(asked, { ...asked, ...own });
    expect([{}, { sort: ["time"] }, { offset: 34 }, { offset: 26 }, { limit: 19 }].map(shares)).toEqual(
      Array(5).fill(true),
    );
    expect(
      [{ offset: 35 }, { offset: 25 }, { limit: 20 }, { limit: 5 }, { text: "cat" }, { sort: [] }].map(
        shares,
      ),
    ).toEqual(Array(6).fill(false));
  });

  it("has each row at one pixel, there and back", () => {
    const anchor = { row: 100, px: 5_000 };
    expect([100, 101, 99].map((row) => pxOfRow(anchor, row, 44))).toEqual([5_000, 5_044, 4_956]);
    expect(rowAtPx(anchor, pxOfRow(anchor, 123, 44), 44)).toBe(123);
  });

  it("is tied at its top as long as a browser can draw all of it", () => {
    const whole = { total: MAX_SCROLL_PX / 40, rowPx: 40, viewPx: 700 };
    expect(anchorAfter({ row: 3, px: 9 }, 0, 5_000, whole)).toBe(SCROLL_TOP);
  });

  it("goes to an end by a short movement too", () => {
    const million = box(1_000_000);
    const anchor = { row: 500, px: 100 };
    const endPx = MAX_SCROLL_PX - million.viewPx;
    expect(anchorAfter(anchor, 100, 0, million)).toEqual({ row: 0, px: 0 });
    expect(rowAtPx(anchorAfter(anchor, endPx - 100, endPx, million), endPx, 44)).toBeCloseTo(
      million.total - million.viewPx / 44,
      3,
    );
    expect(anchorAfter(anchor, 10_000, 10_000 + 3 * million.viewPx, million)).toBe(anchor);
  });

  it("is never higher than a browser can draw, and still reaches its last row [TBL-05]", () => {
    const million = box(1_000_000);
    expect(scrollHeightPx(million)).toBe(MAX_SCROLL_PX);
    const endPx = MAX_SCROLL_PX - million.viewPx;
    const end = anchorAfter(SCROLL_TOP, 0, endPx, million);
    expect(rowAtPx(end, endPx + million.viewPx, million.rowPx)).toBeCloseTo(million.total, 3);
  });

  it("scrolls what lies around the rows beyond the last of them, and no further each time [TBL-05]", () => {
    const long = box(500_000);
    // The head of the table, and the room that a bar over the rows needs.
    const aroundPx = 36 + 96;
    let anchor = SCROLL_TOP;
    for (const fromPx of [0, MAX_SCROLL_PX - 700 + aroundPx]) {
      const toPx = MAX_SCROLL_PX - 700 + aroundPx;
      anchor = anchorAfter(anchor, fromPx, toPx, long);
      const endOfLastPx = pxOfRow(anchor, 500_000, 44);
      expect(Math.round(endOfLastPx)).toBe(MAX_SCROLL_PX);
      expect(rowAtPx(anchor, toPx, 44)).toBeCloseTo(500_000 - (700 - aroundPx) / 44);
    }
  });

  it("leaps to a row that is named, also where it is longer than its height [TBL-05]", () => {
    for (const total of [3_000, 1_000_000]) {
      for (const row of [0, 1_234, total - 500]) {
        const px = pxToShow(row, box(total));
        const anchor = anchorAfter(SCROLL_TOP, 0, px, box(total));
        expect(Math.abs(rowAtPx(anchor, px, 44) - row)).toBeLessThan(0.01);
      }
    }
  });

  it("rolls by the pixel where a movement is short [TBL-05]", () => {
    const million = box(1_000_000);
    const middle = anchorAfter(SCROLL_TOP, 0, 6_000_000, million);
    expect(middle.row).toBeCloseTo(500_000, -2);
    expect(anchorAfter(middle, 6_000_000, 6_000_088, million)).toBe(middle);
    expect(rowAtPx(middle, 6_000_088, 44) - rowAtPx(middle, 6_000_000, 44)).toBeCloseTo(2);
  });
});
