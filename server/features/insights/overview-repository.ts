import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { reachableInsights } from "./insight-scope-query.ts";

/** How many insights have one status, or how many that are not archived are of one class or one Sentinel. */
export interface OverviewCount {
  kind: "status" | "class" | "device";
  /** The status or the class; empty for a Sentinel. */
  name: string;
  /** 0 for a status or a class. */
  device_ref: number;
  count: number;
}

/** More than the classes of any model: a Sentinel may name another class with each insight. */
const MOST_CLASSES = 5_000;

export interface OverviewDevice {
  device_ref: number;
  device_id: string;
  device_name: string | null;
  preferred_name: string | null;
  newest_class: string | null;
  newest_time_ms: number | null;
}

/** A user's insights counted by status, and those that are not archived by class, the most frequent ones, and Sentinel. */
export async function readCounts(db: Database, userId: number): Promise<OverviewCount[]> {
  const counted = reachableInsights(db.reader, userId)
    .select(({ fn }) => ["i.device_ref", "i.class_name", "i.insight_status", fn.countAll().as("n")])
    .groupBy(["i.device_ref", "i.class_name", "i.insight_status"]);
  const { rows } = await sql<OverviewCount>`
    with counted as materialized ${counted}, classes as (
      select class_name, sum(n) as n from counted where insight_status <> 'archive'
      group by class_name order by sum(n) desc, class_name limit ${sql.lit(MOST_CLASSES)}
    )
    select 'status' as kind, insight_status as name, 0 as device_ref, sum(n) as count
    from counted group by insight_status
    union all select 'class', class_name, 0, n from classes
    union all select 'device', '', device_ref, sum(n) from counted
    where insight_status <> 'archive' group by device_ref
  `.execute(db.reader);
  return rows.map((row) => ({ ...row, device_ref: Number(row.device_ref), count: Number(row.count) }));
}

/** A user's Sentinels, each with the newest of its insights that the user reaches. */
export async function readOverviewDevices(db: Database, userId: number): Promise<OverviewDevice[]> {
  return db.reader
    .selectFrom("device_users as du")
    .innerJoin("devices as d", "d.device_ref", "du.device_ref")
    .leftJoin("insights as n", (join) =>
      join.on(
        "n.insight_id",
        "=",
        sql<number>`(
          select i.insight_id from insights i
          where i.device_ref = du.device_ref and i.set_aside = 0 and i.insight_id > du.after_insight_id
          order by i.time_stamp desc, i.insight_id desc limit 1
        )`,
      ),
    )
    .where("du.user_id", "=", userId)
    .select([
      "d.device_ref",
      "d.device_id",
      "d.device_name",
      "d.preferred_name",
      "n.class_name as newest_class",
      "n.time_stamp as newest_time_ms",
    ])
    .execute();
}
