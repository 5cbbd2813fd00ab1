import { isReliable } from "../../domain/device/battery.ts";
import { DEVICES } from "../../messages/fleet/devices.ts";
import type { Device } from "../../protocol/shapes.ts";

/** Whether a Sentinel is reliable by its voltage; null before its first reading. */
export function reliabilityText({ battery_voltage }: Pick<Device, "battery_voltage">): string | null {
  if (battery_voltage === null) return null;
  return isReliable(battery_voltage) ? DEVICES.reliability.yes : DEVICES.reliability.no;
}
