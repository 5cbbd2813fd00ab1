import type { CellValue, ColumnType } from "../domain/table/table-cell.ts";
import { type ColumnFilter, passesFilter } from "../domain/table/table-filter.ts";
import { textAt } from "../storage/mirror/insight-chunk.ts";
import type { AnswerRows } from "./answer-rows.ts";
import type { InsightColumns } from "./insight-columns.ts";

/** What a row of a list of insights is: a single insight, or a collection that stands for its members. */
export type InsightRowKind = "insight" | "collection";

export type FilteredColumnId = "members" | "insightId" | "collectionId" | "model" | "deviceId";

export interface FilteredColumn {
  readonly id: FilteredColumnId;
  readonly type: Extract<ColumnType, "string" | "number">;
  /** Rows of the other kind pass its filter. */
  readonly rowKind?: InsightRowKind;
}

/** The columns of insights that are filtered by the rules of all tables; the other columns have filters of their own. */
export const FILTERED_COLUMNS: readonly FilteredColumn[] = [
  { id: "members", type: "number", rowKind: "collection" },
  { id: "insightId", type: "string", rowKind: "insight" },
  { id: "collectionId", type: "string" },
  { id: "model", type: "string" },
  { id: "deviceId", type: "string" },
];

/**
 * Reads the values from the stored chunks, because these columns are filtered rarely and have no column in memory. A
 * filter of another column is ignored.
 */
export function keepFilteredColumns(
  passes: Uint8Array,
  filters: readonly ColumnFilter[] | undefined,
  rows: AnswerRows,
  columns: InsightColumns,
): void {
  const known = (filters ?? []).filter(({ column }) => FILTERED_COLUMNS.some(({ id }) => id === column));
  if (known.length === 0) return;
  for (let place = 0; place < passes.length; place += 1) {
    if (passes[place] === 0) continue;
    const code = rows.folds === null ? 0 : (columns.collectionCode[place] ?? 0);
    const row = {
      kind: (code === 0 ? "insight" : "collection") satisfies InsightRowKind,
      cellOf: (column: string) =>
        column === "members" ? membersOf(rows, code) : storedCell(columns, place, column),
    };
    if (!known.every((filter) => passesFilter(filter, row))) passes[place] = 0;
  }
}

/** Insights that a row stands for. */
function membersOf({ folds }: AnswerRows, code: number): number {
  return code === 0 ? 1 : (folds?.size(code) ?? 1);
}

function storedCell(columns: InsightColumns, place: number, column: string): CellValue {
  const { chunk, row } = columns.sourceOf(place);
  const { insightId, collectionId, algId, deviceId } = chunk.text;
  if (column === "insightId") return textAt(insightId, row);
  if (column === "collectionId") return textAt(collectionId, row);
  return textAt(column === "model" ? algId : deviceId, row);
}
