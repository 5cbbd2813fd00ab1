import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { SqlDialect, View } from "../../db/database.ts";

/** The most bytes of JSON of a page of the feed. 10,000 insights as most cameras send them are some 6 MB. */
export const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * The most bytes of JSON that one read of a list brings into memory. A list is compressed and sent while its next part
 * is read, so that small parts make it faster; each costs a statement.
 */
export const PART_BYTES = 2 * 1024 * 1024;

/**
 * The same for lists that are made of rows here, which takes longer than to pass on what the database made. Others wait
 * for a part of a list.
 */
export const SHAPED_PART_BYTES = 1024 * 1024;

/** The JSON of an insight beside its texts: names of fields, numbers and times. */
export const INSIGHT_BYTES = 560;

/** About how many bytes an insight is as JSON; `alias` is its table. Texts are the only part without a limit of its own. */
export function insightSize(alias: string) {
  const texts = ["class_list", "boxes", "observation", "class_name", "source_id", "table_name"].map(
    (column) => sql`coalesce(octet_length(${sql.ref(`${alias}.${column}`)}), 0)`,
  );
  return sql<number>`(${sql.lit(INSIGHT_BYTES)} + ${sql.join(texts, sql` + `)})`;
}

/** Place and size of the rows of a list, each column in the order of the list. */
export interface RowSizes {
  readonly times: readonly number[];
  readonly ids: readonly number[];
  readonly sizes: readonly number[];
}

/** Reads places and sizes of the rows of a query, which gives them as `time_stamp`, `insight_id` and `size`. */
export async function readSizes<DB, TB extends keyof DB>(
  view: View,
  dialect: SqlDialect,
  query: SelectQueryBuilder<DB, TB, { time_stamp: number; insight_id: number; size: number }>,
): Promise<RowSizes> {
  const { rows } = await sql<{ times: string; ids: string; sizes: string }>`
    select ${dialect.jsonColumn("r.time_stamp")} as times, ${dialect.jsonColumn("r.insight_id")} as ids,
      ${dialect.jsonColumn("r.size")} as sizes
    from (${query}) as r
  `.execute(view);
  const [texts] = rows;
  const listOf = (text: string | undefined) => JSON.parse(text ?? "[]") as number[];
  return { times: listOf(texts?.times), ids: listOf(texts?.ids), sizes: listOf(texts?.sizes) };
}

/** The sizes of the rows of a query, in its order; `size` is told of its rows as `r`. */
export async function readSizesOf<DB, TB extends keyof DB, Output>(
  { view, dialect }: { readonly view: View; readonly dialect: SqlDialect },
  query: SelectQueryBuilder<DB, TB, Output>,
  size: RawBuilder<number>,
): Promise<number[]> {
  const { rows } = await sql<{ sizes: string }>`
    select ${dialect.jsonColumn("s.size")} as sizes from (select ${size} as size from (${query}) as r) as s
  `.execute(view);
  return JSON.parse(rows[0]?.sizes ?? "[]");
}

/** How many rows from `start` on fit into so many bytes; at least one where there is one. */
export function rowsThatFit(sizes: readonly number[], start = 0, bytes = PART_BYTES): number {
  let left = bytes;
  let end = start;
  while (end < sizes.length && (end === start || left >= (sizes[end] ?? 0))) {
    left -= sizes[end] ?? 0;
    end += 1;
  }
  return end - start;
}

/** Statements name the rows of a part by their numbers. */
const ROWS_A_PART = 250;

/** The rows of a list in parts that are made here, each of at most SHAPED_PART_BYTES or one row. */
export function* partsThatFit<Row extends { readonly bytes: number }>(
  rows: readonly Row[],
): Generator<Row[]> {
  const sizes = rows.map(({ bytes }) => Number(bytes));
  for (let start = 0; start < rows.length; ) {
    const end = start + Math.min(rowsThatFit(sizes, start, SHAPED_PART_BYTES), ROWS_A_PART);
    yield rows.slice(start, end);
    start = end;
  }
}

/** Rows of a list that is ordered by time and id, newest first, from one row to another. */
export interface RowRange {
  readonly first: RowKey;
  readonly last: RowKey;
  readonly limit: number;
  /** The size of the largest row. */
  readonly largest: number;
}

export interface RowKey {
  readonly time: number;
  readonly id: number;
}

/** The rows of a list in ranges that each fit into so many bytes. */
export function* rangesOf({ times, ids, sizes }: RowSizes, bytes = PART_BYTES): Generator<RowRange> {
  const keyAt = (at: number): RowKey => ({ time: times[at] ?? 0, id: ids[at] ?? 0 });
  for (let start = 0; start < ids.length; ) {
    const limit = rowsThatFit(sizes, start, bytes);
    const largest = Math.max(...sizes.slice(start, start + limit));
    yield { first: keyAt(start), last: keyAt(start + limit - 1), limit, largest };
    start += limit;
  }
}

/** Whether an insight lies in a range; `alias` is its table. */
export function isInRange(alias: string, { first, last }: RowRange) {
  const key = sql`(${sql.ref(`${alias}.time_stamp`)}, ${sql.ref(`${alias}.insight_id`)})`;
  return sql<boolean>`(${key} <= (${first.time}, ${first.id}) and ${key} >= (${last.time}, ${last.id}))`;
}
