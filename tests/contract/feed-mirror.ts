import { sql } from "kysely";
import type { Database } from "../../server/db/database.ts";
import { isPostgres } from "../support/server/databases.ts";

/** A client's mirror of insights: what it holds, and the position up to which it has pulled. */
export interface Mirror {
  readonly statuses: Map<number, string>;
  position: string;
}

export async function startMirror(db: Database): Promise<Mirror> {
  return db.snapshot(async (t) => {
    const rows = await t.selectFrom("insights").select(["insight_id", "insight_status"]).execute();
    return {
      statuses: new Map(rows.map((row) => [row.insight_id, row.insight_status])),
      position: await db.feed.position(t),
    };
  });
}

/** One round as sync.md has it: the target is taken with the first page, and each page has a view of its own. */
export async function pull(db: Database, mirror: Mirror, pageSize = 7): Promise<number> {
  const target = await db.snapshot((t) => db.feed.position(t));
  let after = { xid: "0", id: 0 };
  let pulled = 0;
  for (;;) {
    const page = await db.snapshot((t) =>
      t
        .selectFrom("insights")
        .select(["insight_id", "insight_status", "xid"])
        .where(db.feed.changedBetween("insights.xid", mirror.position, target))
        .where(sql<boolean>`(xid, insight_id) > (${cursorXid(db, after.xid)}, ${after.id})`)
        .orderBy("xid")
        .orderBy("insight_id")
        .limit(pageSize)
        .execute(),
    );
    for (const row of page) mirror.statuses.set(row.insight_id, row.insight_status);
    pulled += page.length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = { xid: last.xid, id: last.insight_id };
  }
  mirror.position = target;
  return pulled;
}

function cursorXid(db: Database, xid: string) {
  return isPostgres(db) ? sql`${xid}::xid8` : sql`${Number(xid)}`;
}

export async function serverStatuses(db: Database): Promise<Map<number, string>> {
  const rows = await db.reader
    .selectFrom("insights")
    .select(["insight_id", "insight_status"])
    .orderBy("insight_id")
    .execute();
  return new Map(rows.map((row) => [row.insight_id, row.insight_status]));
}

export function inOrder(statuses: Map<number, string>): [number, string][] {
  return [...statuses].sort(([a], [b]) => a - b);
}
