import { sql } from "kysely";
import type { ChangeFeed } from "../database.ts";

/**
 * The feed by transaction ids and snapshots. `xid` names the transaction T that wrote a row's newest version; a
 * position is a pg_snapshot, which knows for every T whether it had committed when the snapshot was taken.
 *
 * Why nothing is missed, whatever the order in which transactions commit. Take a row and the T of its newest
 * version, as the page's own view shows it:
 * - T is visible in `base`: an earlier round has brought this version.
 * - T is visible in `target` but not in `base`: this round brings it; pages go by (xid, id), and a row can only
 *   leave its place in that order by being written again. Then the newest version is by a T' that began to be
 *   visible after `target` was taken, which is the last case.
 * - T is not visible in `target`: it was in flight (in its list) or had not begun (>= xmax). The next round's base
 *   is this target, so T is not visible there either, and that round, or a later one, is the case above.
 * Ids of transactions or timestamps alone, as a cursor, lose the last case: a transaction that began early and
 * commits late lies below a cursor that has moved on.
 *
 * Three things it leans on: the server that is read is the primary, a page reads in REPEATABLE READ, and an id of a
 * transaction that a position takes for ended is never given out again. PostgreSQL alone does not promise the third:
 * a transaction that rolled back leaves its mark in the log, but nobody waits until that mark is on the disk. After
 * a crash its id is given out anew, and what is then written under it would count as sent. So a position is given
 * out only when all ids below its bound are on the disk: a commit, which is waited for, takes along all that was
 * logged before it. The look costs nothing where the bound is known from before.
 */
export function postgresChangeFeed(
  generation: () => Promise<string>,
  /** Makes a small commit and waits until it is on the disk. */
  flush: () => Promise<void>,
): ChangeFeed {
  let safeBound = 0n;
  return {
    async position(transaction) {
      const { rows } = await sql<{ position: string; bound: string; onDisk: boolean }>`
        select pg_current_snapshot()::text as position,
          pg_snapshot_xmax(pg_current_snapshot())::text as bound,
          pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as "onDisk"
      `.execute(transaction);
      const [row] = rows;
      if (row === undefined) throw new Error("PostgreSQL answered no snapshot.");
      const bound = BigInt(row.bound);
      if (bound > safeBound) {
        if (!row.onDisk) await flush();
        if (bound > safeBound) safeBound = bound;
      }
      return row.position;
    },

    // The two bounds are implied by the visibility that follows; they let the index on xid find the rows.
    changedBetween(column, base, target) {
      const xid = sql.ref(column);
      return sql`(${xid} >= pg_snapshot_xmin(${base}::pg_snapshot)
        and ${xid} < pg_snapshot_xmax(${target}::pg_snapshot)
        and not pg_visible_in_snapshot(${xid}, ${base}::pg_snapshot)
        and pg_visible_in_snapshot(${xid}, ${target}::pg_snapshot))`;
    },

    visibleIn: (column, target) => sql`pg_visible_in_snapshot(${sql.ref(column)}, ${target}::pg_snapshot)`,

    isBehind: (xid, id, row) =>
      sql`(${sql.ref(xid)}, ${sql.ref(id)}) > (${row.xid}::xid8, ${row.id}::bigint)`,

    isPosition: isSnapshot,

    async isAhead(transaction, position) {
      const { rows } = await sql<{ ahead: boolean }>`
        select pg_snapshot_xmax(${position}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as ahead
      `.execute(transaction);
      return rows[0]?.ahead === true;
    },

    generation,
  };
}

const MOST_IN_FLIGHT = 10_000;

/** `xmin:xmax:list`, by the rules by which PostgreSQL reads it, so that the cast never fails on a client's text. */
function isSnapshot(text: string): boolean {
  const match = /^([1-9]\d{0,18}):([1-9]\d{0,18}):((?:\d{1,19}(?:,\d{1,19})*)?)$/.exec(text);
  if (!match) return false;
  const [, low = "", high = "", list = ""] = match;
  const xmin = BigInt(low);
  const xmax = BigInt(high);
  if (xmin > xmax) return false;
  const inFlight = list === "" ? [] : list.split(",");
  if (inFlight.length > MOST_IN_FLIGHT) return false;
  let before = xmin;
  for (const one of inFlight) {
    const xid = BigInt(one);
    if (xid < before || xid >= xmax) return false;
    before = xid;
  }
  return true;
}
