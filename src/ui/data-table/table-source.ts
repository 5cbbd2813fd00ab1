import {
  answerTableQuery,
  type TableFields,
  type TablePage,
  type TableQuery,
} from "../../domain/table/table-query.ts";

/** The source of a table's rows: each query gets a page and counts, never all rows. */
export interface TablePageSource<Row> {
  page(query: TableQuery, signal?: AbortSignal): Promise<TablePage<Row>>;
}

/**
 * For a list whose first rows are in memory: answers what they suffice for, and asks the whole list everything else.
 *
 * @param first in the order of the list
 * @param held rows of the whole list
 */
export function createFirstRowsSource<Row>(
  first: readonly Row[],
  held: number,
  whole: Promise<TablePageSource<Row>>,
): TablePageSource<Row> {
  return {
    async page(query, signal) {
      const { filters, sort, offset, limit } = query;
      const suffices = Math.min(offset + limit, held) <= first.length;
      if (filters.length > 0 || sort !== null || !suffices) return await (await whole).page(query, signal);
      return { rows: first.slice(offset, offset + limit), matched: held, held };
    },
  };
}

/** For rows that are in memory anyway. */
export function createMemorySource<Row>(
  rows: readonly Row[],
  fields: TableFields<Row>,
): TablePageSource<Row> {
  return {
    async page(query, signal) {
      signal?.throwIfAborted();
      return answerTableQuery(rows, fields, query);
    },
  };
}
