import type { ShownDevice } from "../../client/devices-view.ts";
import type { DashboardDevice } from "../../domain/dashboard/widget.ts";
import { isCalled } from "../../domain/device/device-name.ts";
import { UNGROUPED } from "../../domain/offline/retention.ts";
import type { InsightFilter } from "../../query/insight-engine.ts";

/** The Sentinels that the filter's Sentinel parts let through: the name, and the group. */
export function filteredDevices(
  devices: readonly ShownDevice[],
  { deviceIds, deviceName, groupIds }: InsightFilter,
): DashboardDevice[] {
  return devices
    .filter((device) => {
      if (deviceIds?.length && !deviceIds.includes(device.device_id)) return false;
      if (
        deviceName &&
        !isCalled(deviceName, { displayName: device.display_name, deviceName: device.device_name })
      )
        return false;
      return !groupIds?.length || groupIds.includes(device.group_id ?? UNGROUPED);
    })
    .map((device) => ({
      deviceId: device.device_id,
      name: device.display_name,
      lastSeenMs: device.last_seen === null ? null : Date.parse(device.last_seen),
      imagesProcessed: device.images_processed,
      latitude: device.latitude,
      longitude: device.longitude,
    }));
}
