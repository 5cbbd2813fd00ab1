import type { Static } from "typebox";
import { displayName } from "../../../src/domain/device/device-name.ts";
import { INSIGHT_STATUSES, isInsightStatus } from "../../../src/domain/insight/insight.ts";
import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import type { OverviewAnswer } from "../../../src/protocol/insights-answers.ts";
import type { JsonText } from "../../db/json-text.ts";
import type { Dependencies } from "../../dependencies.ts";
import { sortInTurns } from "../../limits/sort-in-turns.ts";
import { countInsights, readInsightParts } from "./insight-repository.ts";
import type { PageBounds } from "./insight-scope-query.ts";
import { type OverviewDevice, readCounts, readOverviewDevices } from "./overview-repository.ts";

type Needs = Pick<Dependencies, "db">;
type Overview = Static<typeof OverviewAnswer>["message"];

/** How many insights a user reaches, archived ones too. */
export function countOf({ db }: Needs, userId: number): Promise<number> {
  return countInsights(db.reader, userId);
}

/** A page of single insights as the texts of JSON arrays; see readInsightParts. */
export function pageOf({ db }: Needs, userId: number, bounds: PageBounds): AsyncGenerator<JsonText, void> {
  return readInsightParts(db, userId, bounds);
}

/** Counts by status, class and Sentinel; those of classes, the most frequent, and Sentinels leave out what is archived. */
export async function overviewOf({ db }: Needs, userId: number): Promise<Overview> {
  const [counts, devices] = await Promise.all([readCounts(db, userId), readOverviewDevices(db, userId)]);
  const statuses = { acknowledge: 0, favorite: 0, archive: 0, none: 0 };
  const classes: Overview["classes"] = [];
  const countOfDevice = new Map<number, number>();
  for (const { kind, name, device_ref, count } of counts) {
    if (kind === "class") classes.push({ class_name: name, count });
    else if (kind === "device") countOfDevice.set(device_ref, count);
    else if (isInsightStatus(name)) statuses[name] = count;
  }
  const named = await sortInTurns(
    devices,
    byNameThenId<OverviewDevice>(displayName, (device) => device.device_id),
  );
  return {
    count: INSIGHT_STATUSES.reduce((sum, status) => sum + statuses[status], 0),
    archived: statuses.archive,
    statuses,
    classes: await sortInTurns(classes, (a, b) => compareIds(a.class_name, b.class_name)),
    devices: named.map(({ device_ref, device_id, device_name, newest_class, newest_time_ms }) => ({
      device_id,
      device_name,
      count: countOfDevice.get(device_ref) ?? 0,
      most_recent:
        newest_class === null || newest_time_ms === null
          ? null
          : { class_name: newest_class, time_stamp: new Date(Number(newest_time_ms)).toISOString() },
    })),
  };
}
