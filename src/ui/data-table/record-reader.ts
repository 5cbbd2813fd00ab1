import type { TableQuery } from "../../domain/table/table-query.ts";
import type { PlacedRow } from "./row-selection.ts";
import type { TablePageSource } from "./table-source.ts";

const READ_ROWS = 2000;

/** Ids of the rows between two places, both included; the second end may stand first. */
export async function recordIdsBetween<Row>(
  source: TablePageSource<Row>,
  query: TableQuery,
  rowId: (row: Row) => string,
  ends: readonly [PlacedRow, PlacedRow],
): Promise<string[]> {
  const places = ends.map(({ place }) => place);
  const end = Math.max(...places) + 1;
  const ids: string[] = [];
  for (let at = Math.min(...places); at < end; at += READ_ROWS) {
    const part = await source.page({ ...query, offset: at, limit: Math.min(READ_ROWS, end - at) });
    for (const row of part.rows) ids.push(rowId(row));
  }
  return ids;
}
