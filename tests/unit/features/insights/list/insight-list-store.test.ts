import { describe, expect, it } from "vitest";
import { queryOf, readAddress } from "../../../../../src/features/insights/list/insight-address.ts";
import {
  createInsightList,
  createRowsShown,
  createSummaryShown,
} from "../../../../../src/features/insights/list/insight-list-store.ts";
import { createListWork } from "../../../../../src/features/insights/list/rows/list-work.ts";
import type { InsightPage, InsightRow } from "../../../../../src/query/insight-engine.ts";
import { createFakeServices, fakeInsight } from "../../../../support/client/fake-services.ts";

const query = (search: string) => queryOf(readAddress(new URLSearchParams(search), 0), false);
const page: InsightPage = { rows: [], matched: 4, held: 9, complete: true };
const rows = ["i1", "i2", "i3"].map((insightId) => fakeInsight({ insightId }));

function openList(asked: string, first: string, scroll = false) {
  const { insights: view, setRows } = createFakeServices({ rows });
  const store = createInsightList({
    view,
    paged: query(asked),
    scroll,
    first: { query: query(first), page },
    work: createListWork(),
    onEnded: () => {},
  });
  const shown = { query: query(asked), answered: query(asked), rows, offset: 0, matched: rows.length };
  return { store, setRows, shown };
}

describe("the list of insights", () => {
  it("has the answer that came before the screen where it is one to its own question by value", () => {
    const stateOf = (asked: string, first: string, scroll?: boolean) =>
      openList(asked, first, scroll).store.table.store.getState();
    expect(stateOf("q=a", "q=a")).toMatchObject({ answer: { page }, total: 4 });
    expect(stateOf("q=a", "q=b")).toMatchObject({ answer: null, total: 4 });
    expect(stateOf("q=a", "q=a", true)).toMatchObject({ answer: null, total: 4 });
  });

  it("drops a chosen row that leaves the list while its page stays", async () => {
    const { store, setRows, shown } = openList("", "");
    store.show(shown);
    store.table.select("i1", false);
    store.table.select("i2", false);
    setRows(rows.slice(1));
    store.show({ ...shown, rows: rows.slice(1), matched: 2 });
    await new Promise<void>((resolve) => setTimeout(resolve));
    expect([...store.table.store.getState().chosen.selection.ids]).toEqual(["i2"]);
    expect(await store.readSelected()).toEqual([rows[1]]);
  });

  it("opens the photo of a row at its place in the whole list", () => {
    const { store, shown } = openList("", "");
    store.show({ ...shown, offset: 50 });
    store.openPhoto(rows[2] as (typeof rows)[number]);
    expect(store.viewed.getState().row).toEqual({ row: rows[2], index: 52 });
  });

  it("keeps the rows that it showed before where they are equal, and forgets those that left", () => {
    const rowsShown = createRowsShown();
    const show = (...rowsOfPage: readonly InsightRow[]) =>
      rowsShown({ ...page, rows: structuredClone(rowsOfPage) }, [], true);
    const row = (insightId: string, members: string[] = [], status: "none" | "archive" = "none") =>
      fakeInsight({ insightId, members: members.map((id) => fakeInsight({ insightId: id })), status });
    const before = show(row("i1"), row("i2", ["a", "b"]), row("i3"), row("i4", ["a"]));
    const next = [row("i2", ["a", "b"]), row("i3", [], "archive"), row("i4", ["a", "b"]), row("i5")];
    const after = show(...next);
    expect(after).toEqual(next);
    expect(after.map((drawn) => before.includes(drawn))).toEqual([true, false, false, false]);
    const third = show(...next);
    expect(third.map((drawn, at) => drawn === after[at])).toEqual([true, true, true, true]);
    show(row("i9"));
    expect(show(...next).some((drawn) => third.includes(drawn))).toBe(false);
  });
});

describe("what is said of a list as a whole", () => {
  it("is the same object while rows alone change, so that a scroll draws nothing of it again (hand 18)", () => {
    const summaryShown = createSummaryShown();
    const facts = (of: Partial<InsightPage>, stale = false) =>
      summaryShown({ query: query(""), page: { ...page, ...of }, stale, empty: false, failed: false });
    const first = facts({ rows: [] });
    expect(facts({ rows })).toBe(first);
    expect(facts({ rows, matched: 5 }).page).toEqual({ matched: 5, held: 9, complete: true });
    expect(facts({ rows, matched: 5 }, true).stale).toBe(true);
  });
});
