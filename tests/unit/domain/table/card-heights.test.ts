import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CardHeights, linesInSight } from "../../../../src/domain/table/card-heights.ts";

const learnt = (lines: number, known: readonly [line: number, px: number][]) => {
  const heights = new CardHeights(lines, 200);
  for (const [line, px] of known) heights.learn(line, px);
  return heights;
};

describe("heights of cards", () => {
  it("are those that were seen; all others are as high as these on average", () => {
    const heights = learnt(10, [
      [0, 100],
      [1, 300],
      [5, 260],
    ]);
    expect([0, 1, 2, 3, 6].map((line) => heights.topOf(line))).toEqual([0, 100, 400, 620, 1320]);
    expect(heights.topOf(99)).toBe(heights.topOf(10));
    expect(new CardHeights(3, 50).topOf(3)).toBe(150);
  });

  it("tell whether they are news, and take the newest", () => {
    const heights = new CardHeights(4, 200);
    expect(heights.learn(2, 120)).toBe(true);
    expect(heights.learn(2, 120.2)).toBe(false);
    expect(heights.learn(2, 120.5)).toBe(true);
    expect(heights.learn(2, 180)).toBe(true);
    expect([heights.learn(2, 0), heights.learn(2, -5)]).toEqual([false, false]);
    expect(heights.learn(9, 100)).toBe(false);
    expect(heights.topOf(4)).toBe(720);
  });

  it("are kept where the list becomes longer or shorter, and answer alike over many thousand lines", () => {
    const known = [0, 3, 256, 700, 40_000].map((line): [number, number] => [line, 100 + (line % 7) * 10]);
    const heights = learnt(50_000, known);
    const slow = (line: number) => {
      const mean = known.reduce((sum, [, px]) => sum + px, 0) / known.length;
      return known.reduce((top, [at, px]) => (at < line ? top + px - mean : top), line * mean);
    };
    for (const line of [1, 255, 256, 257, 701, 39_999, 40_001, 50_000]) {
      expect(heights.topOf(line)).toBeCloseTo(slow(line), 3);
      expect(heights.lineAt(heights.topOf(line) - 1)).toBe(line - 1);
    }
    expect(heights.heightPx).toBeCloseTo(slow(50_000), 3);
    heights.resize(49_999);
    heights.resize(60_000);
    expect(heights.topOf(40_001)).toBeCloseTo(slow(40_001), 3);
    heights.resize(300);
    expect(heights.lines).toBe(300);
    expect(heights.learn(700, 10)).toBe(false);
  });

  it("say which line is at a height, from its first pixel on, and never one beyond the ends", () => {
    const heights = learnt(600, [
      [0, 100],
      [0, 300],
      [256, 100],
    ]);
    for (const line of [0, 1, 255, 256, 257, 511, 512, 599])
      expect(heights.lineAt(heights.topOf(line))).toBe(line);
    expect(heights.lineAt(-1)).toBe(0);
    expect(
      [heights.heightPx, heights.heightPx + 1, heights.heightPx + 1e6].map((px) => heights.lineAt(px)),
    ).toEqual([599, 599, 599]);
    expect(heights.topOf(300)).toBe(299 * 200 + 200);
    expect(new CardHeights(0, 50).lineAt(10)).toBe(0);
  });

  it("draw eight lines on either side of those in sight, in steps of four", () => {
    const heights = new CardHeights(1000, 100);
    expect(linesInSight(heights, 5000, 1000)).toEqual({ first: 40, count: 32 });
    expect(linesInSight(heights, 1000, 3000)).toEqual({ first: 0, count: 52 });
    expect(linesInSight(heights, 5300, 1000)).toEqual({ first: 44, count: 28 });
  });

  it("hold every line that is in sight, whatever they are, and never many more", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 40, max: 600 }), { minLength: 1, maxLength: 300 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (each, share) => {
          const heights = learnt(each.length, [...each.entries()]);
          const topPx = share * heights.topOf(each.length);
          const { first, count } = linesInSight(heights, topPx, 700);
          expect(heights.topOf(first)).toBeLessThanOrEqual(topPx);
          expect(heights.topOf(first + count)).toBeGreaterThanOrEqual(
            Math.min(topPx + 700, heights.topOf(each.length)),
          );
          expect(count).toBeLessThan(700 / 40 + 30);
        },
      ),
    );
  });
});
