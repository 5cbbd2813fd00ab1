import { useRef } from "react";
import type { TableQuery } from "../../domain/table/table-query.ts";
import type { TablePageSource } from "./table-source.ts";

/** Ids are read in steps of so many where all that match are chosen. */
const READ_ROWS = 2000;

interface RecordSelectionInput<Row> {
  source: TablePageSource<Row>;
  query: TableQuery;
  rowId(row: Row): string;
  selectedIds: ReadonlySet<string>;
  onSelectedIds: ((ids: ReadonlySet<string>) => void) | undefined;
  /** Ids of the rows that are shown. */
  order: readonly string[];
  /** Place of the first of them in all that match, from 0. */
  offset: number;
  matched: number;
}

/** What pressing boxes chooses: one row, all from the last to this one, the page, or all that match. */
export function useRecordSelection<Row>(input: RecordSelectionInput<Row>) {
  const { source, query, rowId, selectedIds, onSelectedIds, order, offset, matched } = input;
  const anchor = useRef<{ id: string; place: number } | null>(null);
  const allShown = order.length > 0 && order.every((id) => selectedIds.has(id));

  const read = async (from: number, end: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = from; at < end; at += READ_ROWS) {
      const part = await source.page({ ...query, offset: at, limit: Math.min(READ_ROWS, end - at) });
      for (const row of part.rows) ids.push(rowId(row));
    }
    return ids;
  };
  const selectRange = async (from: { id: string; place: number }, place: number) => {
    const [first, last] = [Math.min(from.place, place), Math.max(from.place, place)];
    // Where the beginning is in sight nothing needs to be read; by its id, since its place may have changed.
    const shown = order.indexOf(from.id);
    const here = place - offset;
    const between =
      shown >= 0
        ? order.slice(Math.min(shown, here), Math.max(shown, here) + 1)
        : await read(first, last + 1);
    onSelectedIds?.(new Set([...selectedIds, ...between]));
  };

  return {
    allShown,
    select(id: string, range: boolean): void {
      const place = offset + order.indexOf(id);
      if (range && anchor.current !== null) return void selectRange(anchor.current, place);
      const next = new Set(selectedIds);
      if (!next.delete(id)) next.add(id);
      anchor.current = { id, place };
      onSelectedIds?.(next);
    },
    selectPage(): void {
      onSelectedIds?.(
        allShown
          ? new Set([...selectedIds].filter((id) => !order.includes(id)))
          : new Set([...selectedIds, ...order]),
      );
    },
    selectAll: async () => onSelectedIds?.(new Set(await read(0, matched))),
  };
}
