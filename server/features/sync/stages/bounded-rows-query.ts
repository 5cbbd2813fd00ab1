import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { View } from "../../../db/database.ts";

/** The rows of a query up to a number of bytes. */
export interface BoundedRows<Row> {
  readonly rows: readonly Row[];
  /** About how many bytes of JSON they are. */
  readonly bytes: number;
  /** Whether rows of the query may have been left out. */
  readonly isFull: boolean;
}

/**
 * The first rows of a query, in the order of its column `key`, until they are `bytes`; the row that reaches the bound
 * is the last, so there is at least one where there is one.
 *
 * @param size the bytes of a row `r` of the query
 */
export async function rowsWithin<DB, TB extends keyof DB, Row>(
  view: View,
  query: SelectQueryBuilder<DB, TB, Row>,
  { key, size, bytes }: { key: string; size: RawBuilder<number>; bytes: number },
): Promise<BoundedRows<Row>> {
  const order = sql.ref(`r.${key}`);
  const { rows } = await sql<Row & { bytes_up_to: number | string }>`
    select * from (
      select r.*, ${size} as own_bytes, sum(${size}) over (order by ${order}) as bytes_up_to from (${query}) as r
    ) as s
    where s.bytes_up_to - s.own_bytes < ${sql.lit(bytes)} order by s.${sql.id(key)}
  `.execute(view);
  const total = Number(rows.at(-1)?.bytes_up_to ?? 0);
  return { rows, bytes: total, isFull: total >= bytes };
}

/** About how many bytes a row `r` is as JSON: so many beside these texts. */
export function bytesOf(beside: number, texts: readonly string[]): RawBuilder<number> {
  const lengths = texts.map((column) => sql`coalesce(octet_length(${sql.ref(`r.${column}`)}), 0)`);
  return sql<number>`(${sql.lit(beside)} + ${sql.join(lengths, sql` + `)})`;
}
