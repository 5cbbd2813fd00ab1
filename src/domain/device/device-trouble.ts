import { compareIds, compareNames } from "../text-order.ts";
import { batteryTier } from "./battery.ts";
import type { UpdateStatus } from "./device-update.ts";

/** The facts by which Sentinels are put in the order of need. */
export interface DeviceNeed {
  id: string;
  name: string;
  /** Types of its open alerts, each once. */
  alerts: readonly string[];
  /** Volts; null without a reading. */
  batteryVoltage: number | null;
  /** Of its newest update. */
  updateStatus: UpdateStatus | null;
  /** Epoch ms; null where it was never seen. */
  lastSeenMs: number | null;
}

/** How many things are wrong that somebody has to go for: open alerts, and a low battery that no alert names yet. */
export function troubleCount({ alerts, batteryVoltage }: DeviceNeed): number {
  const isLowUnsaid = batteryTier(batteryVoltage) === "low" && !alerts.includes("low_battery");
  return alerts.length + (isLowUnsaid ? 1 : 0);
}

/** Whether a Sentinel needs a look: something is wrong with it, or its newest update failed. */
export function needsLook(need: DeviceNeed): boolean {
  return troubleCount(need) > 0 || need.updateStatus === "failed";
}

/**
 * Worst first: more that is wrong, then a failed update, then the longer silence (one that was never seen before all),
 * then by name and id.
 */
export function byNeed(a: DeviceNeed, b: DeviceNeed): number {
  const failed = ({ updateStatus }: DeviceNeed) => (updateStatus === "failed" ? 1 : 0);
  const seen = ({ lastSeenMs }: DeviceNeed) => lastSeenMs ?? Number.MIN_SAFE_INTEGER;
  return (
    troubleCount(b) - troubleCount(a) ||
    failed(b) - failed(a) ||
    seen(a) - seen(b) ||
    compareNames(a.name, b.name) ||
    compareIds(a.id, b.id)
  );
}
