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
  /** When it last called, also without news of these kinds; null: not known. */
  readonly lastCallMs: number | null;
  /**
   * When the user was given the Sentinel. Silence before does not count, nor what it told: it may have lain in a store
   * and been mended since. A grant ahead of now was written by a clock that has been set right since, and tells
   * nothing.
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
  { arrivals, thresholds, lastCallMs, grantedAtMs, nowMs }: ConditionInput,
): AlertCondition | null {
  const fromMs = isOfTheFuture(grantedAtMs, nowMs) ? Number.NEGATIVE_INFINITY : grantedAtMs;
  const silence = (lastAtMs: number, threshold: number): AlertCondition | null => {
    const sinceMs = Math.max(lastAtMs, fromMs);
    return nowMs - sinceMs >= threshold * HOUR_MS ? { type, sinceMs, threshold, batteryVoltage: null } : null;
  };
  switch (type) {
    case "no_recent_insights":
      return silence(arrivals.insightAtMs ?? arrivals.firstAtMs, thresholds[type]);
    case "no_recent_camera_triggers":
      return arrivals.triggerAtMs === null ? null : silence(arrivals.triggerAtMs, thresholds[type]);
    case "low_battery":
      return lowBattery(arrivals, thresholds[type], { isRunning, fromMs });
    case "spypoint_error":
      return cableError(arrivals, lastCallMs, fromMs);
  }
}

/** A fault that was told before the grant counts from the grant, once the Sentinel has called and not taken it back. */
function cableError(
  { cableErrorSinceMs }: DeviceArrivals,
  lastCallMs: number | null,
  fromMs: number,
): AlertCondition | null {
  if (cableErrorSinceMs === null || Math.max(cableErrorSinceMs, lastCallMs ?? 0) < fromMs) return null;
  const sinceMs = Math.max(cableErrorSinceMs, fromMs);
  return { type: "spypoint_error", sinceMs, threshold: null, batteryVoltage: null };
}

function lowBattery(
  { batteryVoltage, batteryAtMs }: DeviceArrivals,
  threshold: number,
  { isRunning, fromMs }: { readonly isRunning: boolean; readonly fromMs: number },
): AlertCondition | null {
  if (batteryVoltage === null || batteryAtMs === null || batteryAtMs < fromMs) return null;
  const limit = isRunning ? threshold + BATTERY_MARGIN_VOLTS : threshold;
  return batteryVoltage <= limit
    ? { type: "low_battery", sinceMs: batteryAtMs, threshold, batteryVoltage }
    : null;
}
