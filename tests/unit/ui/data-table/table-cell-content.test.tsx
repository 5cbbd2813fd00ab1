// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { TableCellContent } from "../../../../src/ui/data-table/rows/table-cell-content.tsx";
import type { TableColumn } from "../../../../src/ui/data-table/table-column.ts";

const column: TableColumn<string> = { id: "a", type: "string", label: "A", value: (row) => row };
const partsOf = (text: string) => {
  const { container } = render(<TableCellContent column={column} row={text} />);
  expect(container.textContent).toBe(text);
  return (container.querySelector("span") ?? container).innerHTML.split("<wbr>");
};

afterEach(cleanup);

it.each([
  ["2StageClassifier", ["2Stage", "Classifier"]],
  ["african_elephant; red_fox", ["african_", "elephant; red_fox"]],
  ["wild_boar; red_deer; empty", ["wild_boar; red_deer; empty"]],
  ["981cd1a774c784f56552dd44", ["981cd1a774c784f56552dd44"]],
])("breaks a name that may be longer than a line between its words, and no other: %s", (text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});
