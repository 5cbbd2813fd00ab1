import { describe, expect, it } from "vitest";
import {
  createTableController,
  type PageSource,
  type ShownRows,
} from "../../../../src/ui/data-table/table-controller.ts";

type Query = { text: string; offset: number; limit: number };
interface Page {
  matched: number;
}

const about = (text: string): Query => ({ text, offset: 0, limit: 10 });
const rowsFrom = (offset: number): Query => ({ text: "", offset, limit: 10 });

/** A source whose answers the test gives, in any order. */
function openSource() {
  const asked: { query: Query; signal: AbortSignal | undefined; answer(page: Page): void; fail(): void }[] =
    [];
  let announce = () => {};
  const source: PageSource<Query, Page> = {
    page: (query, signal) =>
      new Promise((resolve, reject) => asked.push({ query, signal, answer: resolve, fail: () => reject() })),
    subscribe: (listener) => {
      announce = listener;
      return () => {
        announce = () => {};
      };
    },
  };
  return { source, asked, announce: () => announce() };
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

function openTable() {
  const chosen: (readonly string[])[] = [];
  const ended: number[] = [];
  let giveRange: (ids: readonly string[]) => void = () => {};
  const controller = createTableController<Query, Page>({
    readBetween: () =>
      new Promise((resolve) => {
        giveRange = resolve;
      }),
    onChosen: (ids) => chosen.push([...ids]),
    onEnded: (count) => ended.push(count),
  });
  const show = (shown: Partial<ShownRows>) =>
    controller.show({ list: "all", ids: [], offset: 0, matched: 0, ...shown });
  return { controller, chosen, ended, show, giveRange: (ids: readonly string[]) => giveRange(ids) };
}

describe("the page of a table", () => {
  it("gives up a question that another one replaced, and never shows its late answer", async () => {
    const { source, asked } = openSource();
    const { controller } = openTable();
    controller.ask(source, about("a"));
    controller.ask(source, about("ab"));
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    asked[1]?.answer({ matched: 2 });
    asked[0]?.answer({ matched: 1 });
    await turn();
    expect(controller.store.getState()).toMatchObject({ answer: { page: { matched: 2 } }, total: 2 });
  });

  it("lets an answer come that has most of the rows wanted now, and sends the last of the questions asked meanwhile after it", async () => {
    const { source, asked } = openSource();
    const { controller } = openTable();
    const sent = () => asked.map(({ query, signal }) => `${query.offset}${signal?.aborted ? " ended" : ""}`);
    const shown = () => controller.store.getState().answer?.query;
    const [first, last] = [rowsFrom(0), rowsFrom(4)];
    controller.ask(source, first);
    controller.ask(source, rowsFrom(2));
    controller.ask(source, last);
    expect(sent()).toEqual(["0"]);
    asked[0]?.answer({ matched: 90 });
    await turn();
    expect(shown()).toBe(first);
    expect(sent()).toEqual(["0", "4"]);
    asked[1]?.answer({ matched: 90 });
    await turn();
    expect(shown()).toBe(last);

    controller.ask(source, rowsFrom(6));
    controller.ask(source, rowsFrom(11));
    expect(sent()).toEqual(["0", "4", "6 ended", "11"]);
    controller.ask(source, { ...rowsFrom(11), limit: 25 });
    expect(asked.at(-1)?.query.limit).toBe(25);
    asked[2]?.answer({ matched: 9 });
    await turn();
    expect(controller.store.getState()).toMatchObject({ answer: { query: last }, total: 90 });
  });

  it("asks once where the rows wanted are again those on their way", async () => {
    const { source, asked } = openSource();
    const { controller } = openTable();
    const again = rowsFrom(0);
    for (const query of [rowsFrom(0), rowsFrom(3), again]) controller.ask(source, query);
    asked[0]?.answer({ matched: 90 });
    await turn();
    expect(asked).toHaveLength(1);
    expect(controller.store.getState().answer?.query).toBe(again);
  });

  it("asks the question that waits where the one before it fails, and says nothing of that failure", async () => {
    const { source, asked, announce } = openSource();
    const { controller } = openTable();
    controller.ask(source, rowsFrom(0));
    controller.ask(source, rowsFrom(3));
    asked[0]?.fail();
    await turn();
    expect(controller.store.getState().failed).toBe(false);
    expect(asked.map(({ query }) => query.offset)).toEqual([0, 3]);
    // The rows have changed, so the answer on its way may be of the rows before: it is cancelled and asked for again.
    announce();
    await turn();
    expect(asked.map(({ query, signal }) => [query.offset, signal?.aborted])).toEqual([
      [0, false],
      [3, true],
      [3, false],
    ]);
    asked[2]?.fail();
    await turn();
    expect(controller.store.getState().failed).toBe(true);
  });

  it("takes an answer asked ahead at once, also where another with most of its rows is on its way", async () => {
    const { source, asked, announce } = openSource();
    const { controller } = openTable();
    controller.ask(source, rowsFrom(0));
    controller.askAhead(source, rowsFrom(3));
    asked[1]?.answer({ matched: 90 });
    const query = rowsFrom(3);
    controller.ask(source, query);
    await turn();
    expect(controller.store.getState().answer?.query).toBe(query);
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    // Nothing that was asked ahead outlives a change of the rows.
    controller.ask(source, rowsFrom(6));
    controller.askAhead(source, rowsFrom(5));
    controller.ask(source, rowsFrom(8));
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false, false, true]);
    announce();
    await turn();
    expect(asked.at(-1)?.query.offset).toBe(8);
    expect(asked).toHaveLength(5);
  });

  it("waits for no answer of another source or after its end", () => {
    const one = openSource();
    const other = openSource();
    const { controller } = openTable();
    controller.ask(one.source, rowsFrom(0));
    controller.ask(other.source, rowsFrom(1));
    expect([one.asked[0]?.signal?.aborted, other.asked.length]).toEqual([true, 1]);
    controller.close();
    controller.ask(other.source, rowsFrom(2));
    expect(other.asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  });

  it("keeps the last answer while the next is on its way and where it fails", async () => {
    const { source, asked } = openSource();
    const { controller } = openTable();
    const first = about("");
    controller.ask(source, first);
    asked[0]?.answer({ matched: 7 });
    await turn();
    controller.ask(source, about("b"));
    asked[1]?.fail();
    await turn();
    expect(controller.store.getState()).toMatchObject({ answer: { query: first }, failed: true });
    controller.retry();
    asked[2]?.answer({ matched: 3 });
    await turn();
    expect(controller.store.getState()).toMatchObject({ answer: { page: { matched: 3 } }, failed: false });
  });

  it("takes over a question that was asked ahead, by its value, and gives up one that never came to be asked", async () => {
    const { source, asked } = openSource();
    const { controller } = openTable();
    controller.ask(source, about(""));
    controller.askAhead(source, about(""));
    expect(asked).toHaveLength(1);
    controller.askAhead(source, about("a"));
    controller.askAhead(source, about("a"));
    const query = about("a");
    controller.ask(source, query);
    expect(asked).toHaveLength(2);
    asked[1]?.answer({ matched: 4 });
    await turn();
    expect(controller.store.getState()).toMatchObject({ answer: { query, page: { matched: 4 } } });
    expect(controller.store.getState().answer?.query).toBe(query);
    expect(asked[1]?.signal?.aborted).toBe(false);
    controller.askAhead(source, about("b"));
    controller.askAhead(source, about("c"));
    controller.ask(source, about("d"));
    controller.askAhead(source, about("e"));
    controller.close();
    expect(asked.map(({ query: { text }, signal }) => [text, signal?.aborted])).toEqual([
      ["", true],
      ["a", false],
      ["b", true],
      ["c", true],
      ["d", true],
      ["e", true],
    ]);
  });

  it("asks anew where the rows have changed since a question was asked ahead; one that has failed counts as failed", async () => {
    const { source, asked, announce } = openSource();
    const { controller } = openTable();
    controller.ask(source, about(""));
    controller.askAhead(source, about("a"));
    asked[1]?.answer({ matched: 1 });
    announce();
    await turn();
    controller.ask(source, about("a"));
    const last = asked.at(-1);
    last?.answer({ matched: 2 });
    await turn();
    expect(controller.store.getState().total).toBe(2);
    controller.askAhead(source, about("b"));
    asked.at(-1)?.fail();
    await turn();
    controller.ask(source, about("b"));
    await turn();
    expect(controller.store.getState()).toMatchObject({ total: 2, failed: true });
  });

  it("asks nothing ahead of a source that it does not listen to", () => {
    const { source, asked } = openSource();
    const { controller } = openTable();
    controller.askAhead(source, about("a"));
    expect(asked).toEqual([]);
  });

  it("asks the same objects once, and again after an announcement, several of which in one turn count as one", async () => {
    const { source, asked, announce } = openSource();
    const { controller } = openTable();
    const query = about("");
    controller.ask(source, query);
    controller.ask(source, query);
    expect(asked).toHaveLength(1);
    announce();
    announce();
    await turn();
    expect(asked).toHaveLength(2);
    controller.close();
    announce();
    await turn();
    expect(asked).toHaveLength(2);
    controller.ask(source, query);
    expect(asked).toHaveLength(3);
  });
});

describe("the choice in a table", () => {
  it("reads a range whose beginning is out of sight, and drops it after another choice", async () => {
    const { controller, chosen, show, giveRange } = openTable();
    show({ ids: ["a", "b"], matched: 4 });
    controller.select("a", false);
    show({ ids: ["c", "d"], offset: 2, matched: 4 });
    controller.select("d", true);
    expect(controller.store.getState().range).toBe("reading");
    giveRange(["a", "b", "c", "d"]);
    await turn();
    expect(chosen.at(-1)?.toSorted()).toEqual(["a", "b", "c", "d"]);
    show({ ids: ["x"], offset: 9, matched: 12 });
    controller.select("x", true);
    controller.clear();
    giveRange(["a", "x"]);
    await turn();
    expect(chosen.at(-1)).toEqual([]);
    expect(controller.store.getState().range).toBeNull();
  });

  it("shrinks by steps towards a row that was scrolled away, among all that match too", () => {
    const { controller, show } = openTable();
    const ids = () => [...controller.store.getState().chosen.selection.ids].toSorted().join("");
    const out = () => [...(controller.store.getState().chosen.everythingBut ?? [])].join("");
    const drawnAbove = { ids: ["a", "b", "c"], matched: 300 };
    const drawnBelow = { ids: ["c", "d", "e"], offset: 2, matched: 300 };
    show(drawnAbove);
    controller.extend("a", "b");
    controller.extend("b", "c");
    show(drawnBelow);
    controller.extend("c", "d");
    expect(ids()).toBe("abcd");
    controller.extend("d", "c");
    expect(ids()).toBe("abc");

    controller.selectEverything();
    show(drawnAbove);
    controller.select("b", false);
    controller.select("b", false);
    show({ ...drawnBelow, ids: ["d", "e", "f"], offset: 3 });
    controller.extend("e", "d");
    expect(out()).toBe("e");
    controller.extend("d", "e");
    expect(out()).toBe("");
  });

  it("ends with its list, and says how many rows were chosen", () => {
    const { controller, ended, show } = openTable();
    show({ ids: ["a", "b"], matched: 9 });
    controller.select("a", false);
    controller.selectPage();
    show({ list: "fewer", ids: ["b"], matched: 9 });
    show({ list: "fewer", ids: ["b"], matched: 1 });
    expect(ended).toEqual([2]);
  });

  it("does not take a row that the list has no more, as one of the answer before", () => {
    const { controller, chosen, show } = openTable();
    show({ list: "before", ids: ["a", "b"], matched: 2 });
    show({ list: "now", ids: ["c"], matched: 1 });
    controller.select("b", false);
    expect(chosen).toEqual([]);
    controller.select("c", false);
    expect(chosen.at(-1)).toEqual(["c"]);
  });

  it("follows the ids of an owner that keeps them", () => {
    const { controller, chosen, show } = openTable();
    show({ ids: ["a", "b"], matched: 2, chosenIds: new Set(["b"]) });
    controller.select("a", false);
    expect(chosen.at(-1)?.toSorted()).toEqual(["a", "b"]);
    show({ ids: ["a", "b"], matched: 2, chosenIds: new Set() });
    controller.selectPage();
    expect(chosen.at(-1)).toEqual(["a", "b"]);
  });
});
