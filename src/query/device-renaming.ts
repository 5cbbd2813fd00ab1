import { displayName, type PreferredNames } from "../domain/device/device-name.ts";
import { InsightQueries } from "./insight-query.ts";

/**
 * Makes queries over the same columns under which devices have their preferred names, so that rows, order, filters
 * and counts agree with the name that every screen shows. Remembers the last result, whose caches stay in use.
 */
export function createDeviceRenaming(): (queries: InsightQueries, names: PreferredNames) => InsightQueries {
  let last: { queries: InsightQueries; names: PreferredNames; renamed: InsightQueries } | null = null;
  return (queries, names) => {
    if (names.size === 0) return queries;
    if (last?.queries !== queries || last.names !== names) {
      last = {
        queries,
        names,
        renamed: new InsightQueries(queries.columns, renamedIn(queries.names, names)),
      };
    }
    return last.renamed;
  };
}

function renamedIn(known: InsightQueries["names"], names: PreferredNames): InsightQueries["names"] {
  const devices = new Map(known.devices);
  for (const [deviceId, preferredName] of names) {
    const device = devices.get(deviceId);
    if (device === undefined) continue;
    devices.set(deviceId, {
      ...device,
      displayName: displayName({ preferred_name: preferredName, device_name: device.deviceName }),
    });
  }
  return { ...known, devices };
}
