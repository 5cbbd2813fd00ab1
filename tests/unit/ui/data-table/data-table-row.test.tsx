// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SCROLL_TOP } from "../../../../src/domain/table/table-scroll.ts";
import { createFling, type Fling } from "../../../../src/ui/data-table/fling/fling.ts";
import { DataTableRow, type RowOptions } from "../../../../src/ui/data-table/rows/data-table-row.tsx";
import type { TableColumn } from "../../../../src/ui/data-table/table-column.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

interface Camera {
  id: string;
}

const COLUMNS: TableColumn<Camera>[] = [
  { id: "photo", type: "element", label: "Photo", value: () => null, cell: () => <img alt="Zebra" /> },
  { id: "name", type: "string", label: "Name", rowHeader: true, value: ({ id }) => id },
  { id: "area", type: "string", label: "Area", value: () => "Taita Hills" },
  {
    id: "open",
    type: "buttons",
    label: "Open",
    value: () => null,
    cell: () => <button type="button">Open</button>,
  },
];
const OPTIONS: RowOptions<Camera> = { rowId: ({ id }) => id, onSelect: () => {} };
const ROW = { id: "North Pass" };

function flung(): Fling {
  const fling = createFling({ timers: new TestClock().timers(), nextFrame: () => {} });
  for (let event = 0; event < 2; event += 1) fling.moved(300, { anchor: SCROLL_TOP, rowPx: 66 });
  return fling;
}

const table = (fling: Fling | undefined) => (
  <table>
    <tbody>
      <DataTableRow
        row={ROW}
        columns={COLUMNS}
        options={OPTIONS}
        current={false}
        selected={false}
        rowIndex={undefined}
        fling={fling}
      />
    </tbody>
  </table>
);

afterEach(cleanup);

describe("a row of a list that is flung", () => {
  it("ends with the text of its header, and is whole at once where the list gets pages before it has slowed down", () => {
    const { rerender } = render(table(flung()));
    expect(screen.getByRole("rowheader").textContent).toBe("North Pass");
    // Those of the checkbox and of the photo come before, empty.
    expect(screen.getByRole("row").children).toHaveLength(3);
    expect(screen.getByRole("row").textContent).toBe("North Pass");
    expect(screen.getByRole("row").style.height).toBe("66px");
    rerender(table(undefined));
    expect(screen.getByRole("button", { name: "Open" })).toBeTruthy();
    expect(screen.getByRole("checkbox")).toBeTruthy();
    expect(screen.getByRole("row").style.height).toBe("");
  });
});
