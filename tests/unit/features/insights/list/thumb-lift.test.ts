import { describe, expect, it } from "vitest";
import { thumbLift } from "../../../../../src/features/insights/list/thumb/thumb-lift.ts";

const band = (topPx: number, bottomPx: number) => ({ topPx, bottomPx });
/** 52 px high, at the end of a list that ends at 712. */
const BUTTON = band(648, 700);

describe("the floating button over cards", () => {
  it("stays where it covers no action of a card", () => {
    expect(thumbLift({ button: BUTTON, photos: [band(560, 720)], actions: [band(480, 536)] })).toBe(0);
    expect(thumbLift({ button: BUTTON, photos: [], actions: [] })).toBe(0);
    expect(thumbLift({ button: BUTTON, photos: [], actions: [band(700, 756), band(592, 648)] })).toBe(0);
  });

  it("rises onto the nearest photo from the actions under it, and never onto those of another card", () => {
    const photos = [band(300, 440), band(520, 590), band(712, 852)];
    expect(thumbLift({ button: BUTTON, photos, actions: [band(646, 702)] })).toBe(700 - 582);
    expect(thumbLift({ button: BUTTON, photos, actions: [band(646, 702), band(500, 556)] })).toBe(700 - 638);
  });

  it("rises above the actions where no photo in reach of the thumb has room for it", () => {
    const photos = [band(100, 240), band(560, 600)];
    expect(thumbLift({ button: BUTTON, photos, actions: [band(690, 746)] })).toBe(700 - 682);
  });

  it("stays where nothing in reach is better", () => {
    const actions = [band(400, 460), band(470, 530), band(540, 600), band(610, 670), band(680, 740)];
    expect(thumbLift({ button: BUTTON, photos: [], actions })).toBe(0);
  });
});
