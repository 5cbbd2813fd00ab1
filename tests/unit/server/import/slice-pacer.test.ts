import { describe, expect, it } from "vitest";
import { SlicePacer } from "../../../../server/import/slice-pacer.ts";

/** Runs an import on a machine that takes this long for each row and for each commit. */
function paced(msPerRow: number, commitMs: number): { rows: number; longestMs: number }[] {
  const pacer = new SlicePacer();
  return Array.from({ length: 60 }, () => {
    const { rows } = pacer;
    pacer.took(rows, rows * msPerRow + commitMs);
    return { rows, longestMs: rows * msPerRow + commitMs };
  });
}

describe("the size of an import's write transactions", () => {
  it("keeps them under 50 ms on a fast machine, a slow one and one with a slow disk", () => {
    for (const [msPerRow, commitMs] of [
      [0.01, 1],
      [0.1, 5],
      [0.3, 12],
    ] as const) {
      const settled = paced(msPerRow, commitMs).slice(10);
      expect(Math.max(...settled.map(({ longestMs }) => longestMs))).toBeLessThan(50);
    }
  });

  it("takes many rows at once where that is quick, half as many after a slow one, and soon as many again", () => {
    const pacer = new SlicePacer();
    for (let slice = 0; slice < 20; slice += 1) pacer.took(pacer.rows, 5);
    expect(pacer.rows).toBe(1_000);
    pacer.took(1_000, 150);
    expect(pacer.rows).toBe(500);
    pacer.took(500, 5);
    pacer.took(pacer.rows, 5);
    expect(pacer.rows).toBe(1_000);
    expect(pacer.longestMs).toBe(150);
  });

  it("does not mistake a short last slice for a quick machine", () => {
    const pacer = new SlicePacer();
    const before = pacer.rows;
    pacer.took(3, 2);
    expect(pacer.rows).toBe(before);
  });
});
