import { dayRuns, MOST_REPORT_DAYS } from "../../../src/domain/dashboard/effort.ts";
import { DAY_MS, startOfLastDaysMs, utcDay } from "../../../src/domain/time.ts";
import type { DeviceReportDays } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import { findReportDays } from "./report-days-repository.ts";

/**
 * The days on which each of a user's Sentinels reported, of the last MOST_REPORT_DAYS; one that did not report is left
 * out.
 */
export async function listReportDays(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  userId: number,
): Promise<DeviceReportDays[]> {
  const fromMs = startOfLastDaysMs(MOST_REPORT_DAYS, clock.now());
  const found = await findReportDays(db.reader, userId, fromMs);
  const daysOf = new Map<string, number[]>();
  for (const { device_id, day } of found) {
    const days = daysOf.get(device_id);
    if (days === undefined) daysOf.set(device_id, [day]);
    else days.push(day);
  }
  return [...daysOf].map(([device_id, days]) => ({
    device_id,
    days: dayRuns(days).map(([first, last]): [string, string] => [
      utcDay(first * DAY_MS),
      utcDay(last * DAY_MS),
    ]),
  }));
}
