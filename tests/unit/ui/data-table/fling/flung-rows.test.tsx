// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RowsAsked } from "../../../../../src/domain/table/table-scroll.ts";
import { createFling } from "../../../../../src/ui/data-table/fling/fling.ts";
import { DataTable } from "../../../../../src/ui/data-table/rows/data-table.tsx";
import type { RowOptions } from "../../../../../src/ui/data-table/rows/data-table-row.tsx";
import { useScrollWindow } from "../../../../../src/ui/data-table/rows/use-scroll-window.ts";
import { createTableController } from "../../../../../src/ui/data-table/table-controller.ts";
import { useTableState } from "../../../../../src/ui/data-table/use-table.ts";
import { TestClock } from "../../../../support/time/test-clock.ts";

interface Camera {
  id: string;
}
interface Question extends RowsAsked {
  words: string;
}

const ROW_PX = 66;
const COLUMNS = [
  { id: "photo", type: "element", label: "Photo", value: () => null },
  { id: "name", type: "string", label: "Name", rowHeader: true, value: ({ id }: Camera) => `Camera ${id}` },
] as const;
const OPTIONS: RowOptions<Camera> = { rowId: ({ id }) => id, onSelect: () => {} };

const source = { page: async () => ({ rows: [], matched: 1_000 }) };
const answerFrom = (offset: number, words = "", from = source) => ({
  source: from,
  query: { offset, limit: 4, words },
  page: { rows: [0, 1, 2, 3].map((at) => ({ id: `${offset + at}` })), matched: 1_000 },
});

afterEach(cleanup);

function openList() {
  const timers = new TestClock().timers();
  const frames: (() => void)[] = [];
  const fling = createFling({ timers, nextFrame: (run) => void frames.push(run) });
  const controller = createTableController<Question, { rows: readonly Camera[]; matched: number }>({
    first: answerFrom(0),
    readBetween: async () => [],
    fling,
  });
  let drawings = 0;
  let showPages = (_pages: boolean) => {};
  function List() {
    drawings += 1;
    const [pages, setPages] = useState(false);
    const scroller = useRef<HTMLDivElement>(null);
    showPages = setPages;
    useScrollWindow(!pages, scroller, 1_000, fling, () => {});
    const { answer, chosen } = useTableState(controller, true);
    const rows = answer?.page.rows ?? [];
    const offset = answer?.query.offset ?? 0;
    return (
      <DataTable
        {...{ caption: "Cameras", columns: COLUMNS, rows, expected: 4, options: OPTIONS }}
        {...{ sort: null, mode: "resize", widthsPx: {}, onResize: () => {}, busy: false }}
        selectedIds={chosen.selection.ids}
        window={
          pages
            ? undefined
            : {
                ...{ offset, total: 1_000, beforePx: offset * ROW_PX, afterPx: 0, rowPx: ROW_PX, fling },
                rowInSight: () => offset,
              }
        }
      />
    );
  }
  const { container } = render(<List />);
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  return {
    controller,
    drawings: () => drawings,
    /** Where each row of the fling lies, its words, and whether it is marked. */
    flung: () =>
      all("tbody[aria-hidden] > tr")
        .map(
          ({ style, textContent, dataset }) =>
            [
              Number(style.transform.replace(/\D+/g, "")),
              textContent,
              dataset.selected !== undefined,
            ] as const,
        )
        .toSorted(([one], [other]) => one - other),
    /** Whether the rows that React has drawn are hidden. */
    areHidden: () => all("tbody").some(({ className }) => className.includes("away")),
    drawn: () => all("tr[data-row]").map(({ dataset, children }) => [dataset.row, children.length]),
    plain: () => all("tr[data-plain]").length,
    answer: (...given: Parameters<typeof answerFrom>) =>
      act(async () => controller.store.setState({ answer: answerFrom(...given) })),
    scroll() {
      for (let event = 0; event < 2; event += 1)
        fling.moved(300, { anchor: { row: 0, px: 0 }, rowPx: ROW_PX });
    },
    getPages: () => act(async () => showPages(true)),
    rest: () => act(async () => timers.advance(150)),
    drawFrame: () =>
      act(async () => {
        for (const run of frames.splice(0)) run();
      }),
  };
}

describe("the rows of a list that is flung", () => {
  it("come by their headers at their places without a drawing by React, which draws the last ones afterwards, plain and then whole", async () => {
    const list = openList();
    await list.answer(1);
    list.scroll();
    const before = list.drawings();
    await list.answer(3);
    expect(list.flung()).toEqual([5, 6].map((place) => [place * ROW_PX, `Camera ${place}`, false]));
    expect(list.areHidden()).toBe(false);
    await list.answer(7);
    await list.answer(6);
    expect(list.flung()).toEqual([6, 7, 8, 9].map((place) => [place * ROW_PX, `Camera ${place}`, false]));
    expect(list.areHidden()).toBe(true);
    await list.answer(3);
    expect(list.flung().map(([, text]) => text)).toEqual(["Camera 5", "Camera 6"]);
    expect(list.areHidden()).toBe(false);
    await list.answer(6);
    expect(list.drawings()).toBe(before);
    expect(list.drawn().map(([id]) => id)).toEqual(["1", "2", "3", "4"]);

    await list.rest();
    expect(list.flung()).toEqual([]);
    expect(list.areHidden()).toBe(false);
    expect(list.drawn()).toEqual([6, 7, 8, 9].map((place) => [`${place}`, 3]));
    expect(list.plain()).toBe(4);
    expect(list.drawings()).toBe(before + 1);
    await list.drawFrame();
    expect(list.plain()).toBe(0);
  });

  it("are marked where they are chosen, one by one or all that match but some", async () => {
    const list = openList();
    const marked = () => list.flung().flatMap(([, text, selected]) => (selected ? [text] : []));
    await act(async () => list.controller.mark(new Map([["5", true]])));
    list.scroll();
    await list.answer(4);
    expect(marked()).toEqual(["Camera 5"]);
    await list.answer(8);
    expect(marked()).toEqual([]);
    await list.rest();

    await act(async () => {
      list.controller.selectEverything();
      list.controller.mark(new Map([["22", false]]));
    });
    list.scroll();
    await list.answer(20);
    expect(marked()).toEqual(["Camera 20", "Camera 21", "Camera 23"]);
  });

  it("are the last ones that came, drawn by React, before a press or a key acts on the list", async () => {
    for (const press of [
      new KeyboardEvent("keydown", { key: "a", bubbles: true }),
      new Event("pointerdown", { bubbles: true }),
    ]) {
      const list = openList();
      list.scroll();
      await list.answer(6);
      const seen = vi.fn(() => list.drawn().map(([id]) => id));
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
      expect(list.flung()).toHaveLength(4);
      document.body.addEventListener(press.type, seen, { once: true });
      act(() => {
        document.body.dispatchEvent(press);
      });
      expect(seen).toHaveReturnedWith(["6", "7", "8", "9"]);
      expect([list.flung(), list.areHidden()]).toEqual([[], false]);
      cleanup();
    }
  });

  it.each([
    ["of another list", "zebra", source, {}],
    ["from another source", "", { ...source }, {}],
    ["of a list that could not be read before", "", source, { failed: true }],
  ])(
    "are drawn by React at once, in place of those of the fling, where they are %s",
    async (_why, words, from, state) => {
      const list = openList();
      list.scroll();
      await list.answer(6);
      await act(async () => list.controller.store.setState(state));
      await list.answer(3, words, from);
      expect([list.flung(), list.areHidden()]).toEqual([[], false]);
      expect(list.drawn().map(([id]) => id)).toEqual(["3", "4", "5", "6"]);
    },
  );

  it("stay while the selection is drawn, and leave with their table", async () => {
    const list = openList();
    list.scroll();
    await list.answer(6);
    await act(async () => list.controller.selectEverything());
    expect(list.flung()).toHaveLength(4);
    // React has drawn those of the last answer with the selection.
    await list.answer(8);
    expect(list.flung().map(([, text]) => text)).toEqual(["Camera 10", "Camera 11"]);
    expect(list.areHidden()).toBe(false);
    await list.rest();
    expect([list.flung(), list.areHidden()]).toEqual([[], false]);

    list.scroll();
    await list.answer(12);
    expect(list.flung()).toHaveLength(4);
    await list.getPages();
    expect([list.flung(), list.areHidden()]).toEqual([[], false]);
    await list.answer(16);
    expect(list.drawn().map(([id]) => id)).toEqual(["16", "17", "18", "19"]);
  });
});
