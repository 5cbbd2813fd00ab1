import { type Kysely, sql } from "kysely";
import { UNGROUPED } from "../../../src/domain/offline/retention.ts";
import type { Schema } from "../../db/schema.ts";
import { insightsWithGrants } from "../insights/insight-scope-query.ts";
import type { Selection } from "./selection.ts";

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
