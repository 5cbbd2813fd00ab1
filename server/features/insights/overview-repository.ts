import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { reachableInsights } from "./insight-scope-query.ts";

export interface OverviewCount {
  device_ref: number;
  class_name: string;
  insight_status: string;
  count: number;
}

export interface OverviewDevice {
  device_ref: number;
  device_id: string;
  device_name: string | null;
  preferred_name: string | null;
  newest_class: string | null;
  newest_time_ms: number | null;
}

/** How many insights a user has of each Sentinel, class and status. */
export async function readCounts(db: Database, userId: number): Promise<OverviewCount[]> {
  const rows = await reachableInsights(db.reader, userId)
    .select(({ fn }) => [
      "i.device_ref",
      "i.class_name",
      "i.insight_status",
      fn.countAll<number>().as("count"),
    ])
    .groupBy(["i.device_ref", "i.class_name", "i.insight_status"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
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
