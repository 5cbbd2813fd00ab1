import type { SyncTableName } from "../../../../src/protocol/sync-page.ts";
import { NOTHING, partOf, type Stage, type TablePart } from "./stage.ts";

/** The tables whose rows leave tombstones, as both they and the wire call them. */
const TABLES_WITH_TOMBSTONES: readonly SyncTableName[] = [
  "insights",
  "groups",
  "alerts",
  "models",
  "photos",
  "updates",
  "replaced",
];

/**
 * Sentinels that the user lost, and those that are reset: a mirror drops the rows of both before new rows come. All
 * are in the round's first page, so that no row of the round is dropped.
 */
export const goneSentinels: Stage = async ({ view, feed, window, userId, reach }) => {
  const lost =
    window === null
      ? []
      : await view
          .selectFrom("tombstones as t")
          .where("t.feed_table", "=", "devices")
          .where("t.user_id", "=", userId)
          .where(feed.changedBetween("t.xid", window.base, window.target))
          .select("t.row_key as device_id")
          .execute();
  const { resetRefs } = reach;
  const reset =
    resetRefs.length === 0
      ? []
      : await view
          .selectFrom("devices as d")
          .where("d.device_ref", "in", resetRefs)
          .select("d.device_id")
          .execute();
  const gone = [...new Set([...lost, ...reset].map(({ device_id }) => device_id))];
  const tables: TablePart[] = gone.length > 0 ? [{ table: "devices", rows: 0, columns: {}, gone }] : [];
  return { tables, count: 0, next: null };
};

/** Other rows deleted in this round: the user's own, and those of Sentinels that the user reaches. */
export const goneRows: Stage = async ({ view, feed, window, userId, after, limit }) => {
  if (window === null) return NOTHING;
  let query = view
    .selectFrom("tombstones as t")
    .leftJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "t.device_ref").on("du.user_id", "=", userId),
    )
    .where("t.feed_table", "in", TABLES_WITH_TOMBSTONES)
    .where(({ or, and, eb }) =>
      or([
        eb("t.user_id", "=", userId),
        and([eb("t.user_id", "is", null), eb("du.user_id", "is not", null)]),
      ]),
    )
    .where(feed.changedBetween("t.xid", window.base, window.target))
    .select(["t.tombstone_id", "t.feed_table", "t.row_key", "t.xid"])
    .orderBy("t.xid")
    .orderBy("t.tombstone_id")
    .limit(limit);
  if (after !== null) {
    query = query.where(feed.isBehind("t.xid", "t.tombstone_id", { xid: String(after[0]), id: after[1] }));
  }
  const rows = await query.execute();
  const tables = TABLES_WITH_TOMBSTONES.flatMap((table): TablePart[] => {
    const gone = rows.filter(({ feed_table }) => feed_table === table).map(({ row_key }) => row_key);
    return gone.length > 0 ? [{ table, rows: 0, columns: {}, gone }] : [];
  });
  return partOf(rows, limit, (row) => [row.xid, row.tombstone_id], tables);
};
