import { type RawBuilder, sql } from "kysely";

/** The later of a column's time and this one, so that a report that arrives late does not move a time back. */
export function laterOf(column: string, timeMs: number): RawBuilder<number> {
  return sql<number>`case when ${sql.ref(column)} > ${timeMs} then ${sql.ref(column)} else ${timeMs} end`;
}
