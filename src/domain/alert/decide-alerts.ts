import { HOUR_MS } from "../time.ts";
import { ALERT_TYPES, type AlertType } from "./alert.ts";
import { type AlertCondition, type ConditionInput, conditionOf } from "./alert-condition.ts";
import type { EffectiveAlertSettings } from "./alert-settings.ts";
import type { DeviceArrivals } from "./device-arrivals.ts";

/**
 * An alert that has ended is not followed by another of its kind for this long, so that a Sentinel that fails and
 * recovers in turn raises few. A condition that still holds afterwards is raised then.
 */
export const ALERT_COOLDOWN_MS = 6 * HOUR_MS;

/** The newest alert of a type about a Sentinel, for one user. */
export interface LastAlert {
  readonly alertId: number;
  /** When its condition ended; null: it runs, which it does too after a person has resolved it. */
  readonly endedAtMs: number | null;
}

export interface AlertInput {
  /** Null where the Sentinel has sent nothing yet. */
  readonly arrivals: DeviceArrivals | null;
  readonly lastCallMs: number | null;
  readonly settings: EffectiveAlertSettings;
  readonly grantedAtMs: number;
  readonly nowMs: number;
  readonly lastOf: ReadonlyMap<AlertType, LastAlert>;
}

export interface AlertDecision {
  /** To be raised. */
  readonly raised: readonly AlertCondition[];
  /** Whose condition is over; those that are open are resolved by it. */
  readonly ended: readonly LastAlert[];
}

/**
 * Decides about the alerts of one Sentinel for one user.
 *
 * - An alert is raised when its condition holds and the settings raise its type, unless the last one of its type runs,
 *   or ended less than the cooldown ago. So an alert that a person resolved is not raised again before its condition
 *   has ended and begun anew.
 * - An alert ends when its condition no longer holds, whatever the settings raise. A type that is switched off and a
 *   group that is ignored raise nothing more; what is open stays until it ends or a person resolves it.
 * - About a Sentinel that has sent nothing yet nothing is decided.
 */
export function decideAlerts(known: AlertInput): AlertDecision {
  const { arrivals, lastCallMs, settings, grantedAtMs, nowMs, lastOf } = known;
  const raised: AlertCondition[] = [];
  const ended: LastAlert[] = [];
  if (arrivals === null) return { raised, ended };
  const input: ConditionInput = {
    arrivals,
    thresholds: settings.thresholds,
    lastCallMs,
    grantedAtMs,
    nowMs,
  };
  for (const type of ALERT_TYPES) {
    const last = lastOf.get(type);
    const isRunning = last?.endedAtMs === null;
    const condition = conditionOf(type, isRunning, input);
    if (isRunning) {
      if (condition === null) ended.push(last);
    } else if (condition !== null && settings.raised.has(type) && isCool(last, nowMs)) {
      raised.push(condition);
    }
  }
  return { raised, ended };
}

/** An end far ahead of now was written before the server's clock was set back: nothing waits until then. */
function isCool(last: LastAlert | undefined, nowMs: number): boolean {
  return last === undefined || Math.abs(nowMs - (last.endedAtMs ?? nowMs)) >= ALERT_COOLDOWN_MS;
}
