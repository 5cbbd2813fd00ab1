import { useMemo } from "react";
import type { DeviceNeed } from "../domain/device/device-trouble.ts";
import { type MapWarning, warningsByDevice } from "../domain/map/map-warnings.ts";
import type { Device } from "../protocol/shapes.ts";
import { type ShownAlert, useAlertsView } from "./alerts-view.ts";

interface ShownNeed extends DeviceNeed {
  alerts: readonly MapWarning[];
}

const NONE: readonly ShownAlert[] = [];

/** The needs of each Sentinel, by its open alerts, mirror and outbox together; without alerts until they are read. */
export function useDeviceNeeds(): (device: Device) => ShownNeed {
  const alerts = useAlertsView()?.alerts ?? NONE;
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
