import { useMemo } from "react";
import {
  isShown,
  orderColumns,
  resizeColumns,
  type TableLayout,
} from "../../../../domain/table/table-layout.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import {
  type InsightQuery,
  type InsightRow,
  SORT_COLUMNS,
  type SortColumn,
} from "../../../../query/insight-engine.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { spaceForColumns } from "../../../../ui/data-table/columns-that-fit.ts";
import { DataTable } from "../../../../ui/data-table/rows/data-table.tsx";
import type { RowOptions } from "../../../../ui/data-table/rows/data-table-row.tsx";
import type { RowWindow } from "../../../../ui/data-table/rows/row-window.tsx";
import type { TableColumn } from "../../../../ui/data-table/table-column.ts";
import { hasYear } from "../../facts/insight-time.tsx";
import { readableName } from "../../facts/species-label.tsx";
import styles from "./insight-columns.module.css";
import type { RowHandlers } from "./row-handlers.ts";

const { table } = insightsMessages;

export interface InsightListProps extends RowHandlers {
  /** Null before the first answer: skeletons keep the place of `expected` rows. */
  rows: readonly InsightRow[] | null;
  expected: number;
  cursorId: string | null;
  selectedIds: ReadonlySet<string>;
  nowMs: number;
  mayAct: boolean;
  reasonId: string;
}

interface InsightTableProps extends InsightListProps {
  /** All that there are, in the table's own order. */
  columns: readonly TableColumn<InsightRow>[];
  layout: TableLayout;
  onLayout(layout: TableLayout): void;
  sort: InsightQuery["sort"];
  onSort(column: SortColumn): void;
  onSelectPage(): void;
  busy: boolean;
  window: RowWindow | undefined;
}

/** The desk's table of insights. */
export function InsightTable(props: InsightTableProps) {
  const { rows, columns, layout, onLayout, onSelect } = props;
  const shown = useMemo(
    () => orderColumns(columns, layout).filter((column) => isShown(column, layout)),
    [columns, layout],
  );
  const options = useMemo<RowOptions<InsightRow>>(
    () => ({
      rowId: ({ insightId }) => insightId,
      selectLabel: (row) => table.selectRow(readableName(row.className), row.displayName),
      onSelect,
      isUnsent: ({ unsent }) => unsent,
      rowAttributes: ({ insightId }) => ({ "data-insight": insightId }),
    }),
    [onSelect],
  );
  // Once somebody has said what to show, nothing is left out for want of room: the table scrolls sideways.
  const arranged = Object.keys(layout.shown).length > 0;
  const longTimes = rows?.some((row) => hasYear(row, props.nowMs)) ?? false;
  return (
    <DataTable
      caption={table.caption}
      columns={shown}
      rows={rows}
      expected={props.expected}
      options={options}
      currentId={props.cursorId}
      selectedIds={props.selectedIds}
      onSelectPage={props.onSelectPage}
      sort={props.sort}
      onSort={(wanted) => {
        const column = SORT_COLUMNS.find((known) => known === wanted);
        if (column !== undefined) props.onSort(column);
      }}
      mode={layout.mode}
      widthsPx={layout.widthsPx}
      onResize={(widthsPx) => onLayout(resizeColumns(layout, widthsPx))}
      busy={props.busy}
      window={props.window}
      minWidthPx={arranged ? spaceForColumns(shown, true) : undefined}
      className={classNames(styles.columns, longTimes && styles.longTimes, arranged && styles.arranged)}
    />
  );
}
