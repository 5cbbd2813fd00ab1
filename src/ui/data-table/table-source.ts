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
