import { HOUR_MS } from "../time.ts";
import type { AlertStatus, AlertType } from "./alert.ts";

/** An alert as far as its cause can be told. */
export interface CausedAlert {
  readonly id: string;
  readonly alert_type: AlertType;
  /** The Sentinel. */
  readonly associated_id: string;
  readonly status: AlertStatus;
  /** UTC, ISO 8601. */
  readonly created_at: string;
}

/**
 * Alerts whose neighbours in time are at most this far apart can have one cause: silence is noticed by Sentinels of one
 * gateway up to an hour apart, because each reports at its own minute of the hour.
 */
export const ONE_CAUSE_MS = HOUR_MS;
/** Two Sentinels that fall silent within an hour are common in a large fleet. */
export const ONE_CAUSE_MIN = 3;

/**
 * Folds alerts that probably have one cause, such as a gateway that died or a storm: the same type and status, each
 * created at most `ONE_CAUSE_MS` after the one before, of `ONE_CAUSE_MIN` Sentinels or more. An alert that shares its
 * cause with none stands alone. Steps can be taken for all of a fold, because their status is the same.
 *
 * @returns each alert once; folds in the order of their first alert, and the alerts of a fold in their own order
 */
export function foldByCause<Item extends CausedAlert>(alerts: readonly Item[]): readonly (readonly Item[])[] {
  const folds = new Map<Item, Item[]>();
  for (const run of runsInTime(alerts)) {
    const devices = new Set(run.map(({ associated_id }) => associated_id));
    if (devices.size < ONE_CAUSE_MIN) continue;
    const fold: Item[] = [];
    for (const alert of run) folds.set(alert, fold);
  }
  const lines: Item[][] = [];
  for (const alert of alerts) {
    const fold = folds.get(alert) ?? [];
    if (fold.length === 0) lines.push(fold);
    fold.push(alert);
  }
  return lines;
}

/** Alerts of one type and status without a gap between them that is longer than `ONE_CAUSE_MS`. */
function runsInTime<Item extends CausedAlert>(alerts: readonly Item[]): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  const latest = new Map<string, { run: Item[]; atMs: number }>();
  const timed = alerts.map((alert) => ({ alert, atMs: Date.parse(alert.created_at) }));
  timed.sort((a, b) => a.atMs - b.atMs);
  for (const { alert, atMs } of timed) {
    const kind = `${alert.alert_type} ${alert.status}`;
    const before = latest.get(kind);
    const run = before !== undefined && atMs - before.atMs <= ONE_CAUSE_MS ? before.run : [];
    if (run.length === 0) runs.push(run);
    run.push(alert);
    latest.set(kind, { run, atMs });
  }
  return runs;
}
