import { OPEN_ALERT_STATUSES } from "../../domain/alert/alert.ts";
import { byNameThenId, compareIds } from "../../domain/text-order.ts";
import type { Alert } from "../../protocol/shapes.ts";
import { readFirstDevices, withGroups } from "./first-devices.ts";
import type { MirrorDatabase } from "./mirror-database.ts";
import type { MirrorReader } from "./mirror-reader.ts";
import { readRetention } from "./retention-state.ts";

/** The small tables in the order of the wire: alerts newest first, others by name, then by id. */
export function createMirrorReader(database: MirrorDatabase): MirrorReader {
  return {
    async devices() {
      // In a transaction of its own: Dexie would keep, and copy, the rows of a live query outside of one.
      const [devices, groups] = await database.transaction("r", database.devices, database.groups, () =>
        Promise.all([database.devices.toArray(), database.groups.toArray()]),
      );
      return withGroups(devices, groups).sort(
        byNameThenId(
          (device) => device.display_name,
          (device) => device.device_id,
        ),
      );
    },
    firstDevices: () => readFirstDevices(database),
    async groups() {
      const groups = await database.groups.toArray();
      return groups.sort(
        byNameThenId(
          (group) => group.group_name,
          (group) => group.group_id,
        ),
      );
    },
    // Alerts in transactions too, for the same reason.
    async alerts() {
      const alerts = await database.transaction("r", database.alerts, () => database.alerts.toArray());
      return alerts.sort(newestFirst);
    },
    async openAlerts() {
      // One status at a time is read at once; several would be read row by row.
      const alerts = await database.transaction("r", database.alerts, () =>
        Promise.all(
          OPEN_ALERT_STATUSES.map((status) => database.alerts.where("status").equals(status).toArray()),
        ),
      );
      return alerts.flat().sort(newestFirst);
    },
    async newestAlerts(limit) {
      const alerts = await database.transaction("r", database.alerts, () =>
        database.alerts.orderBy("created_at").reverse().limit(limit).toArray(),
      );
      return alerts.sort(newestFirst);
    },
    alert: (id) => database.alerts.get(id),
    async models() {
      const models = await database.models.toArray();
      return models.sort(
        byNameThenId(
          (model) => model.alg_name,
          (model) => model.alg_id,
        ),
      );
    },
    features: () => database.features.toArray(),
    offlineSets: async () => (await database.packs.toArray()).sort((a, b) => b.madeAtMs - a.madeAtMs),
    retention: () => readRetention(database),
    async countNewAlerts(without) {
      const count = await database.alerts.where("status").equals("new").count();
      if (without.length === 0) return count;
      const left = await database.alerts.bulkGet([...without]);
      return count - left.filter((alert) => alert?.status === "new").length;
    },
    async replaced() {
      const rows = await database.transaction("r", database.replaced, () => database.replaced.toArray());
      return rows.sort((a, b) => Number(b.id) - Number(a.id));
    },
    async countReplaced(without) {
      const count = await database.replaced.count();
      if (count === 0 || without.length === 0) return count;
      const left = await database.replaced.bulkGet([...without]);
      return count - left.filter((row) => row !== undefined).length;
    },
  };
}

function newestFirst(a: Alert, b: Alert): number {
  return compareIds(b.created_at, a.created_at) || compareIds(a.id, b.id);
}
