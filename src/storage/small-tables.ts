import type { SyncPage } from "../protocol/sync-page.ts";
import { recordsOf } from "./feed-rows.ts";
import type { MirrorDatabase } from "./mirror-database.ts";

/**
 * The small tables of the feed, with all fields of their shapes: a column that a page leaves out is null in each
 * row, and a list that is left out is empty.
 */
const SMALL_TABLES = {
  devices: {
    fields: [
      "device_id",
      "device_name",
      "display_name",
      "description",
      "location_name",
      "location_description",
      "location",
      "latitude",
      "longitude",
      "last_seen",
      "cycle_time",
      "trigger_number",
      "sync_time",
      "memory_remaining",
      "images_processed",
      "battery_voltage",
      "summary",
      "device_update_status",
      "allow_complete_images",
      "allow_wifi_insights",
      "satellite_uid",
      "lora_uid",
      "software_version",
      "hardware_id",
      "mcu_version",
      "cell_uid",
      "sat_passes",
      "last_insight_at",
      "last_image_at",
    ],
    lists: ["alg_ids", "models"],
  },
  groups: {
    fields: ["group_id", "group_name", "deployment_description", "created_on", "updated_on"],
    lists: ["devices"],
  },
  alerts: {
    fields: ["id", "alert_key", "associated_id", "alert_type", "summary", "created_at", "status"],
    lists: [],
  },
  models: {
    fields: ["alg_id", "alg_name", "alg_description", "alg_type", "author", "framework", "date_created"],
    lists: ["classes"],
  },
  updates: { fields: ["bulkId", "status"], lists: ["items"] },
} as const;
type SmallTableName = keyof typeof SMALL_TABLES;

/** Applies the small tables of a page: what is gone first, then the rows. Runs inside the page's transaction. */
export async function putSmallTables(database: MirrorDatabase, pages: SyncPage["tables"]): Promise<void> {
  for (const name of Object.keys(SMALL_TABLES) as SmallTableName[]) {
    const table = pages[name];
    if (table === undefined) continue;
    const { fields, lists } = SMALL_TABLES[name];
    const target = database.table<unknown, string>(name);
    if (table.gone !== undefined && table.gone.length > 0) await target.bulkDelete([...table.gone]);
    if (table.rows === 0) continue;
    const rows = recordsOf(table, [...fields, ...lists]);
    for (const row of rows) for (const list of lists) row[list] ??= [];
    await target.bulkPut(rows);
  }
}
