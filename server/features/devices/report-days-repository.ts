import { sql } from "kysely";
import { DAY_MS } from "../../../src/domain/time.ts";
import type { View } from "../../db/database.ts";

export interface ReportDay {
  device_id: string;
  /** Days since 1970-01-01. */
  day: number;
}

/**
 * The UTC days on which each of these Sentinels of a user reported, by Sentinel and day. Steps from the first report of one
 * day to the first of a later one, each found in the key of the table: going over all reports, of which a Sentinel
 * sends many a day, takes a hundred times as long. After a renewed grant only days since then are the user's.
 *
 * @param fromMs days before this moment are left out
 */
export async function findReportDays(
  view: View,
  userId: number,
  deviceRefs: readonly number[],
  fromMs: number,
): Promise<ReportDay[]> {
  const found = await sql<{ device_id: string; day: number | string }>`
    with recursive reach(device_ref, from_ms) as (
      select du.device_ref,
        case when du.after_insight_id > 0 and du.granted_at > ${fromMs} then du.granted_at else ${fromMs} end
      from device_users du where du.user_id = ${userId} and du.device_ref in (${sql.join(deviceRefs)})
    ), days(device_ref, first_ms) as (
      select reach.device_ref,
        (select min(r.recorded_at) from device_reports r
         where r.device_ref = reach.device_ref and r.recorded_at >= reach.from_ms)
      from reach
      union all
      select days.device_ref,
        (select min(r.recorded_at) from device_reports r
         where r.device_ref = days.device_ref
           and r.recorded_at >= (days.first_ms / ${sql.lit(DAY_MS)} + 1) * ${sql.lit(DAY_MS)})
      from days where days.first_ms is not null
    )
    select d.device_id, days.first_ms / ${sql.lit(DAY_MS)} as day
    from days join devices d on d.device_ref = days.device_ref
    where days.first_ms is not null
    order by d.device_id, day
  `.execute(view);
  return found.rows.map(({ device_id, day }) => ({ device_id, day: Number(day) }));
}
