import { useMemo } from "react";
import type { DeviceNeed } from "../domain/device/device-trouble.ts";
import { type MapWarning, warningsByDevice } from "../domain/map/map-warnings.ts";
import type { Alert, Device } from "../protocol/shapes.ts";
import { useMirrored } from "./use-sync.ts";

interface ShownNeed extends DeviceNeed {
  alerts: readonly MapWarning[];
}

const NONE: readonly Alert[] = [];

/** What is wrong with each Sentinel, by its open alerts in the mirror; with none until they are read. */
export function useDeviceNeeds(): (device: Device) => ShownNeed {
  const alerts = useMirrored((mirror) => mirror.alerts()) ?? NONE;
  return useMemo(() => {
    const openAlerts = warningsByDevice(alerts);
    return (device) => {
      const seenMs = device.last_seen === null ? Number.NaN : Date.parse(device.last_seen);
      return {
        id: device.device_id,
        name: device.display_name,
        alerts: openAlerts(device.device_id),
        batteryVoltage: device.battery_voltage,
        updateStatus: device.device_update_status,
        lastSeenMs: Number.isNaN(seenMs) ? null : seenMs,
      };
    };
  }, [alerts]);
}
