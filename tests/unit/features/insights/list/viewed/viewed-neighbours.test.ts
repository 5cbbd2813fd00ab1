import { describe, expect, it } from "vitest";
import {
  readNeighbour,
  settleViewed,
} from "../../../../../../src/features/insights/list/viewed/viewed-neighbours.ts";
import type { InsightOrder, InsightRow } from "../../../../../../src/query/insight-engine.ts";
import { createFakeServices, fakeInsight } from "../../../../../support/client/fake-services.ts";

const rows = Array.from({ length: 2500 }, (_, at) =>
  fakeInsight({ insightId: `i${at}`, photoUrl: "", timeStampMs: -at, fileCtimeMs: -at }),
);
const rowAt = (at: number) => rows[at] as InsightRow;
const order: InsightOrder = {
  filter: { showArchived: false },
  sort: { column: "time", descending: true },
  grouped: false,
};
const shown = { rows: rows.slice(10, 20), first: 10, matched: 2500 };
const idsOf = ({ previous, next, further }: ReturnType<typeof settleViewed>) => [
  previous?.row.insightId ?? further.previous,
  next?.row.insightId ?? further.next,
];
const settled = (at: number, index: number | null = at) =>
  idsOf(settleViewed({ row: rowAt(at), index }, shown, []));

describe("the neighbours of the row whose photo is open", () => {
  it("are among the rows that the list shows, and beyond them where it goes on", () => {
    expect(settled(15)).toEqual(["i14", "i16"]);
    expect(settled(10)).toEqual([true, "i11"]);
    expect(settled(19)).toEqual(["i18", true]);
  });

  it("stand beside the place of a row that has left", () => {
    expect(settled(999, 15)).toEqual(["i14", "i15"]);
    expect(settled(999, 20)).toEqual(["i19", true]);
  });

  it("are not rows of a list that has not followed", () => {
    expect(settled(300)).toEqual([true, true]);
    expect(settled(0)).toEqual([false, true]);
    expect(settled(2499)).toEqual([true, false]);
    expect(settled(300, null)).toEqual([false, false]);
  });

  it("are read from the whole list in both directions, from the place of a row that has left, and are null past its ends", async () => {
    const { insights } = createFakeServices({ rows });
    const read = async (at: number, step: 1 | -1, wanted: readonly string[], index = at) => {
      const counts = ({ insightId }: InsightRow) => wanted.includes(insightId);
      const row = at < 0 ? fakeInsight({ insightId: "gone" }) : rowAt(at);
      const { signal } = new AbortController();
      const found = await readNeighbour(insights, order, { row, index }, { step, counts, signal });
      return found && [found.row.insightId, found.index];
    };
    expect(await read(3, 1, ["i3", "i2400", "i2401"])).toEqual(["i2400", 2400]);
    expect(await read(2450, -1, ["i5", "i4", "i2450"])).toEqual(["i5", 5]);
    expect(await read(-1, 1, ["i7", "i8"], 7)).toEqual(["i7", 7]);
    expect(await read(-1, -1, ["i7", "i6"], 7)).toEqual(["i6", 6]);
    expect(await read(3, 1, ["i1"])).toBeNull();
    expect(await read(0, -1, ["i1"])).toBeNull();
  });

  it("are looked for again where the list changes between the place of the row and the read", async () => {
    const { insights, setRows } = createFakeServices({ rows });
    let places = 0;
    const changing: typeof insights = {
      ...insights,
      async placeOf(...question) {
        const place = await insights.placeOf(...question);
        places += 1;
        if (places === 1) setRows(rows.slice(1));
        return place;
      },
    };
    const { signal } = new AbortController();
    const viewed = { row: rowAt(3), index: 3 };
    const found = await readNeighbour(changing, order, viewed, { step: 1, counts: () => true, signal });
    expect([found?.row.insightId, found?.index, places]).toEqual(["i4", 3, 2]);
  });
});
