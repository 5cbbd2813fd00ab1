import { type Kysely, sql, type Transaction } from "kysely";
import type { ChangeFeed } from "../database.ts";
import type { Schema } from "../schema.ts";

/**
 * The feed by a counter of written rows (see migrations/0001-sqlite.ts).
 *
 * Why nothing is missed: SQLite lets one transaction write at a time, and the counter is bumped inside it. So
 * the numbers of a transaction are all greater than those of every transaction that committed before it, and
 * smaller than those of every later one. A view that reads counter c holds exactly the writes numbered up to c:
 * those of a transaction still open are above it, and no transaction that commits later can come in below.
 */
export function sqliteChangeFeed(
  reader: Kysely<Schema>,
  /** Notes that a position is about to be given out (see sqlite-generation.ts). */
  cover: (counter: number) => Promise<void>,
): ChangeFeed {
  return {
    async position(transaction) {
      const counter = await readCounter(transaction);
      // A full disk prevents the write of the seal. The client still gets its page.
      await cover(counter).catch(() => undefined);
      return String(counter);
    },
    changedBetween: (column, base, target) =>
      sql`(${sql.ref(column)} > ${Number(base)} and ${sql.ref(column)} <= ${Number(target)})`,
    visibleIn: (column, target) => sql`${sql.ref(column)} <= ${Number(target)}`,
    isBehind: (xid, id, row) => sql`(${sql.ref(xid)}, ${sql.ref(id)}) > (${Number(row.xid)}, ${row.id})`,
    isPosition: (text) => /^(0|[1-9]\d{0,14})$/.test(text),
    isAhead: async (transaction, position) => Number(position) > (await readCounter(transaction)),
    async generation() {
      const row = await reader
        .selectFrom("meta")
        .select("value")
        .where("key", "=", "generation")
        .executeTakeFirstOrThrow();
      return row.value;
    },
  };
}

/** The number of the newest write that this transaction sees. */
export async function readCounter(transaction: Kysely<Schema> | Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select xid as newest from change_counter where only = 1
  `.execute(transaction);
  return Number(rows[0]?.newest ?? 0);
}
