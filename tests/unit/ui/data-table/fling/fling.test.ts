// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { createFling } from "../../../../../src/ui/data-table/fling/fling.ts";
import { TestClock } from "../../../../support/time/test-clock.ts";

const FRAME_MS = 16;
const ROW_PX = 66;
const PLACES = { anchor: { row: 1_000, px: 500 }, rowPx: ROW_PX };

function flungList() {
  const timers = new TestClock().timers();
  let frames: (() => void)[] = [];
  const fling = createFling({ timers, nextFrame: (run) => void frames.push(run) });
  const heard: boolean[] = [];
  fling.subscribe((fast) => heard.push(fast));
  const pass = (ms: number) => timers.advance(ms);
  return {
    fling,
    heard,
    pass,
    /** Moves by so many px in each of some frames. */
    scroll(px: number, count: number) {
      for (let frame = 0; frame < count; frame += 1) {
        pass(FRAME_MS);
        fling.moved(px, PLACES);
      }
    },
    drawFrame() {
      const now = frames;
      frames = [];
      for (const run of now) run();
      return now.length;
    },
    rowAt(topPx: number) {
      const row = document.createElement("tr");
      row.getBoundingClientRect = () => ({ top: topPx, bottom: topPx + ROW_PX }) as DOMRect;
      return row;
    },
  };
}

describe("a list that is flung", () => {
  it("is fast from the second of two near events on that move it over 5 px a millisecond, until 150 ms after the last", () => {
    const { fling, heard, pass, scroll } = flungList();
    scroll(200, 1);
    expect(fling.isFast()).toBe(false);
    scroll(-200, 1);
    expect(fling.isFast()).toBe(true);
    expect(fling.rowPx()).toBe(ROW_PX);
    expect(fling.topPxOf(1_002)).toBe(500 + 2 * ROW_PX);
    scroll(20, 8);
    expect(fling.isFast()).toBe(true);
    pass(150);
    expect(fling.isFast()).toBe(false);
    scroll(79, 20);
    expect(heard).toEqual([true, false]);
  });

  it("ends before the list has slowed down where it is told to, once", () => {
    const { fling, heard, pass, scroll } = flungList();
    fling.end();
    scroll(300, 2);
    fling.end();
    expect([fling.isFast(), heard]).toEqual([false, [true, false]]);
    pass(150);
    expect(heard).toEqual([true, false]);
  });

  it("is not fast where it jumps, as by a key, or reports its place twice in a frame", () => {
    const { fling, pass, scroll } = flungList();
    pass(5_000);
    scroll(1_000_000, 1);
    expect(fling.isFast()).toBe(false);
    pass(150);
    scroll(1_000_000, 1);
    pass(1);
    fling.moved(30, PLACES);
    expect(fling.isFast()).toBe(false);
  });

  it("draws its plain rows whole once it has slowed down, four in a frame, those in the middle first", () => {
    const { fling, pass, scroll, drawFrame, rowAt } = flungList();
    scroll(300, 3);
    const done: number[] = [];
    const tops = [-800, -400, 0, 100, 200, 300, 400, 1200, 1600];
    for (const topPx of tops) fling.whenSlow(rowAt(topPx), () => done.push(topPx));
    const cancel = fling.whenSlow(rowAt(350), () => done.push(350));
    cancel();
    expect(drawFrame()).toBe(0);
    pass(150);
    drawFrame();
    expect(done).toEqual([400, 300, 200, 100]);
    scroll(300, 2);
    drawFrame();
    expect(done).toHaveLength(4);
    pass(150);
    while (drawFrame() > 0);
    expect(new Set(done)).toEqual(new Set(tops));
    expect(done).toHaveLength(tops.length);
    expect(done.slice(-2)).toEqual([-800, 1600]);
  });

  it("draws a row whole soon that comes just after it has slowed down", () => {
    const { fling, drawFrame, rowAt } = flungList();
    let whole = false;
    fling.whenSlow(rowAt(0), () => {
      whole = true;
    });
    expect(whole).toBe(false);
    drawFrame();
    expect(whole).toBe(true);
  });

  it("has answers shown by the registered drawing, and new rows drawn plain until that is cleared", () => {
    const { fling, pass, scroll } = flungList();
    const drawn: (number | "cleared")[] = [];
    const remove = fling.registerDrawing({
      show: (_rows, first) => drawn.push(first),
      clear: () => drawn.push("cleared"),
    });
    expect(fling.show([], 3, null)).toBe(false);
    scroll(300, 2);
    expect([fling.show([], 6, null), fling.show([], 9, null)]).toEqual([true, true]);
    fling.clear();
    expect(drawn).toEqual([6, 9]);
    pass(150);
    expect([fling.isFast(), fling.isPlain(), fling.show([], 12, null)]).toEqual([false, true, false]);
    fling.clear();
    fling.clear();
    expect(fling.isPlain()).toBe(false);
    scroll(300, 2);
    fling.show([], 15, null);
    remove();
    expect(fling.show([], 18, null)).toBe(false);
    expect(drawn).toEqual([6, 9, "cleared", 15, "cleared"]);
  });
});
