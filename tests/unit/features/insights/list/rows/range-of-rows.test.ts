import { describe, expect, it } from "vitest";
import { idsBetween } from "../../../../../../src/features/insights/list/rows/range-of-rows.ts";
import { createFakeServices, fakeInsight } from "../../../../../support/client/fake-services.ts";

const query = {
  filter: { showArchived: true },
  sort: { column: "time", descending: true },
  grouped: false,
  offset: 0,
  limit: 25,
} as const;
const viewOf = (ids: readonly number[]) =>
  createFakeServices({
    rows: ids.map((id) =>
      fakeInsight({ insightId: `i${id}`, fileCtimeMs: Date.UTC(2026, 10, 21) - id * 1000 }),
    ),
  }).insights;
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const named = (from: number, to: number) => count(from, to).map((id) => `i${id}`);

describe("the rows between two", () => {
  it("are read in steps, in either direction, both ends included", async () => {
    const view = viewOf(count(0, 4_999));
    const [a, b] = [
      { id: "i10", place: 10 },
      { id: "i4900", place: 4_900 },
    ];
    expect(await idsBetween(view, query, [a, b])).toEqual(named(10, 4_900));
    expect(await idsBetween(view, query, [b, a])).toEqual(named(10, 4_900));
  });

  it("are found however far an end has moved since it was chosen", async () => {
    const view = viewOf(count(0, 2_999));
    expect(
      await idsBetween(view, query, [
        { id: "i1500", place: 20 },
        { id: "i1510", place: 30 },
      ]),
    ).toEqual(named(1_500, 1_510));
  });

  it("are asked for again where they moved between the question and the answer", async () => {
    const before = viewOf(count(0, 99));
    const after = viewOf(count(-5, 99));
    let asked = 0;
    const view = {
      ...after,
      placeOf: (...args: Parameters<typeof after.placeOf>) => {
        asked += 1;
        return (asked <= 2 ? before : after).placeOf(...args);
      },
    };
    expect(
      await idsBetween(view, query, [
        { id: "i3", place: 3 },
        { id: "i6", place: 6 },
      ]),
    ).toEqual(named(3, 6));
  });

  it("are found where newer rows came or an end has gone since it was chosen", async () => {
    const view = viewOf(count(0, 999).filter((id) => id !== 400));
    expect(
      await idsBetween(view, query, [
        { id: "i100", place: 80 },
        { id: "i300", place: 280 },
      ]),
    ).toEqual(named(100, 300));
    expect(
      await idsBetween(view, query, [
        { id: "i390", place: 390 },
        { id: "i400", place: 400 },
      ]),
    ).toEqual([...named(390, 399), "i401"]);
  });
});
