// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { RowsAsked } from "../../../../../src/domain/table/table-scroll.ts";
import { createFling } from "../../../../../src/ui/data-table/fling/fling.ts";
import { DataTable } from "../../../../../src/ui/data-table/rows/data-table.tsx";
import type { RowOptions } from "../../../../../src/ui/data-table/rows/data-table-row.tsx";
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
const answerFrom = (offset: number, words = "") => ({
  source,
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
  function List() {
    drawings += 1;
    const { answer, chosen } = useTableState(controller, true);
    const rows = answer?.page.rows ?? [];
    const offset = answer?.query.offset ?? 0;
    return (
      <DataTable
        {...{ caption: "Cameras", columns: COLUMNS, rows, expected: 4, options: OPTIONS }}
        {...{ sort: null, mode: "resize", widthsPx: {}, onResize: () => {}, busy: false }}
        selectedIds={chosen.selection.ids}
        window={{
          ...{ offset, total: 1_000, beforePx: offset * ROW_PX, afterPx: 0, rowPx: ROW_PX, fling },
          rowInSight: () => offset,
        }}
      />
    );
  }
  const { container } = render(<List />);
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  return {
    controller,
    drawings: () => drawings,
    flung: () => all("tbody[aria-hidden] > tr"),
    drawn: () => all("tr[data-row]").map(({ dataset, children }) => [dataset.row, children.length]),
    plain: () => all("tr[data-plain]").length,
    answer: (...given: Parameters<typeof answerFrom>) =>
      act(async () => controller.store.setState({ answer: answerFrom(...given) })),
    scroll() {
      for (let event = 0; event < 2; event += 1)
        fling.moved(300, { anchor: { row: 0, px: 0 }, rowPx: ROW_PX });
    },
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
    await list.answer(6);
    const places = list
      .flung()
      .map(({ textContent, style }) => [style.transform.replace(/\D+/g, " ").trim(), textContent])
      .toSorted();
    expect(places).toEqual([6, 7, 8, 9].map((place) => [`${place * ROW_PX}`, `Camera ${place}`]));
    expect(list.drawings()).toBe(before);
    expect(list.drawn().map(([id]) => id)).toEqual(["1", "2", "3", "4"]);

    await list.rest();
    expect(list.flung()).toEqual([]);
    expect(list.drawn()).toEqual([6, 7, 8, 9].map((place) => [`${place}`, 3]));
    expect(list.plain()).toBe(4);
    expect(list.drawings()).toBe(before + 1);
    await list.drawFrame();
    expect(list.plain()).toBe(0);
  });

  it("are marked where they are chosen, one by one or with all that match", async () => {
    const list = openList();
    const marked = () =>
      list
        .flung()
        .filter(({ dataset }) => dataset.selected !== undefined)
        .map(({ textContent }) => textContent)
        .toSorted();
    await act(async () => list.controller.mark(new Map([["4", true]])));
    list.scroll();
    await list.answer(3);
    expect(marked()).toEqual(["Camera 4"]);
    await list.rest();

    await act(async () => list.controller.selectEverything());
    list.scroll();
    await list.answer(6);
    expect(marked()).toEqual([6, 7, 8, 9].map((place) => `Camera ${place}`));
  });

  it("are drawn by React at once where they are of another list, or where the list could not be read before", async () => {
    const list = openList();
    list.scroll();
    await list.answer(0, "zebra");
    expect(list.flung()).toEqual([]);
    await act(async () => list.controller.store.setState({ failed: true }));
    await list.answer(3, "zebra");
    expect(list.flung()).toEqual([]);
    expect(list.drawn().map(([id]) => id)).toEqual(["3", "4", "5", "6"]);
  });

  it("leave with their table, and stay while the selection is drawn", async () => {
    const list = openList();
    list.scroll();
    await list.answer(3);
    await act(async () => list.controller.selectEverything());
    expect(list.flung()).toHaveLength(4);
    await list.rest();
    expect(list.flung()).toEqual([]);
  });
});
