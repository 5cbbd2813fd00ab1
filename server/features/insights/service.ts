import type { Static } from "typebox";
import { displayName } from "../../../src/domain/device/device-name.ts";
import { INSIGHT_STATUSES, isInsightStatus } from "../../../src/domain/insight/insight.ts";
import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import type { OverviewAnswer } from "../../../src/protocol/insights-answers.ts";
import type { Dependencies } from "../../dependencies.ts";
import { countInsights, readInsightPage } from "./insight-repository.ts";
import type { PageBounds } from "./insight-scope-query.ts";
import {
  type OverviewCount,
  type OverviewDevice,
  readCounts,
  readOverviewDevices,
} from "./overview-repository.ts";

type Needs = Pick<Dependencies, "db">;
type Overview = Static<typeof OverviewAnswer>["message"];

/** How many insights a user reaches, archived ones too. */
export function countOf({ db }: Needs, userId: number): Promise<number> {
  return countInsights(db.reader, userId);
}

/** A page of single insights as the text of a JSON array. */
export function pageOf({ db }: Needs, userId: number, bounds: PageBounds): Promise<string> {
  return readInsightPage(db, userId, bounds);
}

/** Counts by status, class and Sentinel; those of classes and Sentinels leave out what is archived. */
export async function overviewOf({ db }: Needs, userId: number): Promise<Overview> {
  const [counts, devices] = await Promise.all([readCounts(db, userId), readOverviewDevices(db, userId)]);
  const statuses = { acknowledge: 0, favorite: 0, archive: 0, none: 0 };
  for (const { insight_status, count } of counts) {
    if (isInsightStatus(insight_status)) statuses[insight_status] += count;
  }
  const open = counts.filter(({ insight_status }) => insight_status !== "archive");
  const byClass = sumBy(open, ({ class_name }) => class_name);
  const byDevice = sumBy(open, ({ device_ref }) => device_ref);
  return {
    count: INSIGHT_STATUSES.reduce((sum, status) => sum + statuses[status], 0),
    archived: statuses.archive,
    statuses,
    classes: Array.from(byClass, ([class_name, count]) => ({ class_name, count })).sort((a, b) =>
      compareIds(a.class_name, b.class_name),
    ),
    devices: devices
      .sort(byNameThenId<OverviewDevice>(displayName, (device) => device.device_id))
      .map(({ device_ref, device_id, device_name, newest_class, newest_time_ms }) => ({
        device_id,
        device_name,
        count: byDevice.get(device_ref) ?? 0,
        most_recent:
          newest_class === null || newest_time_ms === null
            ? null
            : { class_name: newest_class, time_stamp: new Date(Number(newest_time_ms)).toISOString() },
      })),
  };
}

function sumBy<Key>(counts: readonly OverviewCount[], keyOf: (row: OverviewCount) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of counts) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count);
  return sums;
}
