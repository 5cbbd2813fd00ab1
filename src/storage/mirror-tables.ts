import { readKept } from "./kept-insights.ts";
import type { MirrorDatabase } from "./mirror-database.ts";
import type { MirrorReader } from "./mirror-reader.ts";

/** The small tables in the order of the wire: alerts newest first, all else by name, ties by id. */
export function createMirrorReader(database: MirrorDatabase): MirrorReader {
  return {
    async devices() {
      const [devices, groups] = await Promise.all([database.devices.toArray(), database.groups.toArray()]);
      const groupOf = new Map(
        groups.flatMap((group) => group.devices.map((deviceId) => [deviceId, group.group_id] as const)),
      );
      return devices
        .map((device) => ({ ...device, group_id: groupOf.get(device.device_id) ?? null }))
        .sort((a, b) => inOrder(a.display_name, b.display_name) || inOrder(a.device_id, b.device_id));
    },
    async groups() {
      const groups = await database.groups.toArray();
      return groups.sort((a, b) => inOrder(a.group_name, b.group_name) || inOrder(a.group_id, b.group_id));
    },
    async alerts() {
      const alerts = await database.alerts.toArray();
      return alerts.sort((a, b) => inOrder(b.created_at, a.created_at) || inOrder(a.id, b.id));
    },
    async models() {
      const models = await database.models.toArray();
      return models.sort((a, b) => inOrder(a.alg_name, b.alg_name) || inOrder(a.alg_id, b.alg_id));
    },
    features: () => database.features.toArray(),
    packs: async () => (await database.packs.toArray()).sort((a, b) => b.madeAtMs - a.madeAtMs),
    kept: () => readKept(database),
    countNewAlerts: () => database.alerts.where("status").equals("new").count(),
  };
}

const collator = new Intl.Collator("en", { numeric: true });

function inOrder(a: string, b: string): number {
  return collator.compare(a, b);
}
