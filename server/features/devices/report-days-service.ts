import { dayRuns, MOST_REPORT_DAYS } from "../../../src/domain/dashboard/effort.ts";
import { DAY_MS, startOfLastDaysMs, utcDay } from "../../../src/domain/time.ts";
import type { DeviceReportDays } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import { slicesOf } from "../../insight-store/slices-of.ts";
import { findReportDays, type ReportDay } from "./report-days-repository.ts";
import { findDeviceKeys } from "./repository.ts";

/** With a report on each day, some hundred thousand rows. */
const DEVICES_A_PAGE = 100;

/**
 * The days on which each of a user's Sentinels reported, of the last MOST_REPORT_DAYS, in pages; one that did not report
 * is left out.
 */
export async function* readReportDayPages(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  userId: number,
): AsyncGenerator<DeviceReportDays[], void> {
  const fromMs = startOfLastDaysMs(MOST_REPORT_DAYS, clock.now());
  const devices = await findDeviceKeys(db.reader, userId);
  devices.sort((a, b) => (a.device_id < b.device_id ? -1 : 1));
  for (const slice of slicesOf(devices, DEVICES_A_PAGE)) {
    const refs = slice.map(({ device_ref }) => device_ref);
    yield daysByDevice(await findReportDays(db.reader, userId, refs, fromMs));
  }
}

function daysByDevice(found: readonly ReportDay[]): DeviceReportDays[] {
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
