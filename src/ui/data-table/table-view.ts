import type { RowWindow } from "./rows/row-window.tsx";
import type { TableAnswer } from "./table-controller.ts";

export interface TableView<Query, Page> {
  query: Query;
  answer: TableAnswer<Query, Page> | null;
  page: Page | null;
  /** Place of the first row that is shown, from 0. */
  offset: number;
  /** The shown rows answer an earlier query. */
  stale: boolean;
  failed: boolean;
  /** Where so many rows of the answer lie in a list that is scrolled; undefined in a list by pages. */
  windowOf(rows: number): RowWindow | undefined;
  /** Scrolls to a row, from 0, of a list that is scrolled. */
  scrollTo(row: number): void;
}
