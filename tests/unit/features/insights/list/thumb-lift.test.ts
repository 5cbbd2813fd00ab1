import { describe, expect, it } from "vitest";
import { thumbLift } from "../../../../../src/features/insights/list/thumb/thumb-lift.ts";

const band = (topPx: number, bottomPx: number) => ({ topPx, bottomPx });
/** 52 px high, at the end of a list that ends at 712. */
const BUTTON = band(648, 700);
const lift = (under: Partial<Parameters<typeof thumbLift>[0]>) =>
  thumbLift({ button: BUTTON, listTopPx: 100, facts: [], actions: [], ...under });

describe("the floating button over cards", () => {
  it("stays where it covers no action of a card", () => {
    expect(lift({ actions: [band(480, 536)] })).toBe(0);
    expect(lift({})).toBe(0);
    expect(lift({ actions: [band(700, 756), band(592, 648)] })).toBe(0);
  });

  it("rises from the actions under it by the least, and never onto those of another card", () => {
    expect(lift({ actions: [band(646, 702)] })).toBe(700 - 638);
    expect(lift({ actions: [band(646, 702), band(590, 630)] })).toBe(700 - 582);
    expect(lift({ actions: [band(646, 702), band(565, 620)] })).toBe(700 - 557);
  });

  it("rises from the words and actions under it onto the photo above them", () => {
    expect(lift({ facts: [band(648, 700)], actions: [band(700, 756)] })).toBe(700 - 640);
    expect(lift({ facts: [band(641, 700)] })).toBe(700 - 633);
  });

  it("stays where nothing in reach is better", () => {
    const actions = [band(400, 460), band(470, 530), band(540, 600), band(610, 670), band(680, 740)];
    expect(lift({ actions })).toBe(0);
  });

  it("never rises out of a low list: over its bar it would lie on other buttons, or be cut off", () => {
    const under = { actions: [band(640, 696)] };
    expect(lift({ ...under, listTopPx: 530 })).toBe(700 - 632);
    expect(lift({ ...under, listTopPx: 580 })).toBe(700 - 632);
    expect(lift({ ...under, listTopPx: 600 })).toBe(0);
  });

  it("rises from the words too, where there is a place in reach that covers neither them nor an action", () => {
    const facts = [band(640, 690)];
    expect(lift({ facts })).toBe(700 - 632);
    expect(lift({ facts, actions: [band(690, 740)] })).toBe(700 - 632);
    // Low cards: the words are covered, an action is not.
    const lines = [band(400, 480), band(540, 620), band(680, 760)];
    const actions = [band(480, 530), band(620, 670)];
    expect(lift({ facts: lines, actions })).toBe(700 - 612);
  });
});
