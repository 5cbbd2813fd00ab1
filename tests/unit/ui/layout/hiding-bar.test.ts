import { describe, expect, it } from "vitest";
import { BAR_STANDS, type BarState, barAfter } from "../../../../src/ui/layout/use-hiding-bar.ts";

const hidden = (places: readonly number[]): boolean[] => {
  let state: BarState = BAR_STANDS;
  return places.map((topPx) => {
    state = barAfter(state, topPx);
    return state.hidden;
  });
};

describe("the bar above a list", () => {
  it("hides after a scroll down and comes back after a shorter one up", () => {
    expect(hidden([20, 60, 100, 300, 295, 280])).toEqual([false, true, true, true, true, false]);
  });

  it("stays through the small moves of a resting finger", () => {
    expect(hidden([200, 100, 110, 105, 115, 108])).toEqual([true, false, false, false, false, false]);
  });

  it("stands at the top, whatever came before", () => {
    expect(hidden([500, 40, 0])).toEqual([true, false, false]);
  });

  it("is left alone where the browser scrolls because the content above became higher or lower", () => {
    const standing = barAfter(BAR_STANDS, 20);
    const pushed = barAfter(standing, 104, 84);
    expect(pushed.hidden).toBe(false);
    expect(barAfter(pushed, 120).hidden).toBe(false);
    expect(barAfter(pushed, 129).hidden).toBe(true);
    const hiddenBar = barAfter(BAR_STANDS, 400);
    expect(barAfter(hiddenBar, 316, -84).hidden).toBe(true);
    expect(barAfter(hiddenBar, 316).hidden).toBe(false);
  });
});
