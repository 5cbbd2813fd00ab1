import { type Kysely, sql } from "kysely";
import type { Area } from "../../../src/domain/insight/area.ts";
import { keptAt, RETAIN_EVERYTHING, UNGROUPED } from "../../../src/domain/offline/retention.ts";
import type { Schema } from "../../db/schema.ts";
import { insightsWithGrants } from "../insights/insight-scope.ts";

/** A selection of a user's insights: all parts that are not null must hold. */
export interface Selection {
  readonly groups: readonly string[] | null;
  readonly area: Area | null;
  readonly classes: readonly string[] | null;
  readonly statuses: readonly string[] | null;
}

/** The oldest moment of a window that ends now, by the rule of devices. */
export function sinceOf(days: number | null, nowMs: number): number | null {
  return keptAt({ days, groups: null }, nowMs, RETAIN_EVERYTHING).since;
}

/** Whether rows must be read; otherwise an index over Sentinel and time has all values. */
export function looksAtRows({ area, classes, statuses }: Selection): boolean {
  return area !== null || classes !== null || statuses !== null;
}

/** The selected insights, read insights first; `gd` is the place of their Sentinel among the user's groups. */
export function selectedInsights(db: Kysely<Schema>, userId: number, selection: Selection) {
  let query = insightsWithGrants(db, userId)
    .leftJoin("group_devices as gd", (join) =>
      join.onRef("gd.user_id", "=", "du.user_id").onRef("gd.device_ref", "=", "du.device_ref"),
    )
    .where("i.set_aside", "=", 0);
  const { groups, area, classes, statuses } = selection;
  if (groups !== null) {
    const ids = groups.filter((group) => group !== UNGROUPED).map(Number);
    query = query.where(({ or, eb }) =>
      or([
        ...(ids.length > 0 ? [eb("gd.group_id", "in", ids)] : []),
        ...(groups.includes(UNGROUPED) ? [eb("gd.group_id", "is", null)] : []),
      ]),
    );
  }
  if (classes !== null) query = query.where("i.class_name", "in", [...classes]);
  if (statuses !== null) query = query.where("i.insight_status", "in", [...statuses]);
  if (area === null) return query;
  const { south, west, north, east } = area;
  query = query.where("i.latitude", ">=", south).where("i.latitude", "<=", north);
  return west <= east
    ? query.where("i.longitude", ">=", west).where("i.longitude", "<=", east)
    : query.where(sql<boolean>`(i.longitude >= ${west} or i.longitude <= ${east})`);
}
