import { expect, it } from "vitest";
import { gridSteps, toneOf } from "../../../../src/domain/dashboard/grid-steps.ts";
import { stepText } from "../../../../src/messages/dashboard/dashboard.ts";

const wordsOf = (most: number) => gridSteps([[0], [most]]).map(({ least, most }) => stepText(least, most));

it("every count of a grid lies in exactly the range that has its tone", () => {
  for (const most of [0, 1, 2, 3, 10, 1000]) {
    const steps = gridSteps([[most, 0]]);
    for (let count = 0; count <= most; count += 1) {
      const ranges = steps.filter((step) => count >= step.least && count <= step.most);
      const byThirds = count === 0 ? 0 : Math.min(3, 1 + Math.floor((3 * count) / most));
      expect(ranges, `${count} of ${most}`).toEqual([expect.objectContaining({ tone: byThirds })]);
      expect(toneOf(count, steps)).toBe(byThirds);
    }
  }
});

it("the key of a grid leaves out the ranges that no count has", () => {
  expect(wordsOf(0)).toEqual(["0"]);
  expect(wordsOf(1)).toEqual(["0", "1"]);
  expect(wordsOf(2)).toEqual(["0", "1", "2"]);
  expect(wordsOf(3)).toEqual(["0", "1", "2–3"]);
  expect(wordsOf(10)).toEqual(["0", "1–3", "4–6", "7–10"]);
  expect(wordsOf(4_000)).toEqual(["0", "1–1,333", "1,334–2,666", "2,667–4,000"]);
});

it("a grid without rows has the tone of nothing alone", () => {
  expect(gridSteps([])).toEqual([{ tone: 0, least: 0, most: 0 }]);
});
