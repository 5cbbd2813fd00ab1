import { isOfTheFuture } from "../device/device-report.ts";
import { HOUR_MS } from "../time.ts";
import type { AlertType } from "./alert.ts";
import type { AlertThresholds } from "./alert-settings.ts";
import type { DeviceArrivals } from "./device-arrivals.ts";

/** The condition that an alert reports. */
export interface AlertCondition {
  readonly type: AlertType;
  /** Since when it is so, by the server's clock. */
  readonly sinceMs: number;
  /** Hours or volts that were crossed; null for a fault of the cable. */
  readonly threshold: number | null;
  /** Volts; null but for a low battery. */
  readonly batteryVoltage: number | null;
}

/**
 * A battery counts as low until it has this much more than the threshold: its voltage falls when the radio sends and
 * rises again in the sun, and would cross one limit many times a day.
 */
export const BATTERY_MARGIN_VOLTS = 0.1;

export interface ConditionInput {
  readonly arrivals: DeviceArrivals;
  readonly thresholds: AlertThresholds;
  /**
   * When the user was given the Sentinel. Silence before does not count: it may have lain in a store. One ahead of now
   * was written by a clock that has been set right since, and tells nothing.
   */
  readonly grantedAtMs: number;
  readonly nowMs: number;
}

/**
 * Whether a condition holds.
 *
 * @param isRunning whether it held when it was last decided
 */
export function conditionOf(
  type: AlertType,
  isRunning: boolean,
  { arrivals, thresholds, grantedAtMs, nowMs }: ConditionInput,
): AlertCondition | null {
  const silence = (lastAtMs: number, threshold: number): AlertCondition | null => {
    const sinceMs = isOfTheFuture(grantedAtMs, nowMs) ? lastAtMs : Math.max(lastAtMs, grantedAtMs);
    return nowMs - sinceMs >= threshold * HOUR_MS ? { type, sinceMs, threshold, batteryVoltage: null } : null;
  };
  switch (type) {
    case "no_recent_insights":
      return silence(arrivals.insightAtMs ?? arrivals.firstAtMs, thresholds[type]);
    case "no_recent_camera_triggers":
      return arrivals.triggerAtMs === null ? null : silence(arrivals.triggerAtMs, thresholds[type]);
    case "low_battery":
      return lowBattery(arrivals, thresholds[type], isRunning);
    case "spypoint_error":
      return arrivals.cableErrorSinceMs === null
        ? null
        : { type, sinceMs: arrivals.cableErrorSinceMs, threshold: null, batteryVoltage: null };
  }
}

function lowBattery(
  { batteryVoltage, batteryAtMs }: DeviceArrivals,
  threshold: number,
  isRunning: boolean,
): AlertCondition | null {
  if (batteryVoltage === null || batteryAtMs === null) return null;
  const limit = isRunning ? threshold + BATTERY_MARGIN_VOLTS : threshold;
  return batteryVoltage <= limit
    ? { type: "low_battery", sinceMs: batteryAtMs, threshold, batteryVoltage }
    : null;
}
