import {
  answerTableQuery,
  type TableFields,
  type TablePage,
  type TableQuery,
} from "../../domain/table/table-query.ts";

/** Where a table's rows come from: a page of rows and counts to each question, never all rows. */
export interface TablePageSource<Row> {
  page(query: TableQuery, signal?: AbortSignal): Promise<TablePage<Row>>;
}

/** Rows that are in memory anyway: Sentinels, alerts, groups, people. */
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
