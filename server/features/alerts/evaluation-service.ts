import type { AlertType } from "../../../src/domain/alert/alert.ts";
import type { AlertCondition } from "../../../src/domain/alert/alert-condition.ts";
import {
  type EffectiveAlertSettings,
  effectiveAlertSettings,
} from "../../../src/domain/alert/alert-settings.ts";
import {
  ALERT_COOLDOWN_MS,
  type AlertDecision,
  decideAlerts,
  type LastAlert,
} from "../../../src/domain/alert/decide-alerts.ts";
import {
  type ArrivedReport,
  arrivalsAfterInsight,
  arrivalsAfterReport,
  arrivalsUpTo,
  type DeviceArrivals,
  isLateReport,
  type ReportOrder,
} from "../../../src/domain/alert/device-arrivals.ts";
import { alertSummary } from "../../../src/messages/server/alerts.ts";
import type { Database, WriteTransaction } from "../../db/database.ts";
import { noticeAlerts } from "../../delivery/notice-repository.ts";
import { lockDevices } from "../devices/lock-repository.ts";
import { arrivalsOf, findArrivals, storeArrivals } from "./arrival-repository.ts";
import {
  endAlerts,
  findLastAlerts,
  findWatchedBehind,
  findWatchedOf,
  insertAlerts,
  type LastAlertRow,
  type WatchedRow,
} from "./evaluation-repository.ts";
import { lockAlertIds } from "./lock-repository.ts";
import { accountSettingsOf, groupSettingsOf } from "./stored-settings.ts";

/** Sentinels that are read at once when all are evaluated, times their users. */
const ROWS_A_READ = 2000;
/** Sentinels whose alerts change in one transaction. */
const DEVICES_A_WRITE = 200;

/**
 * Records that insights of a Sentinel arrived, and evaluates its alerts. Runs in the transaction that stores them, in
 * which the Sentinel's row is locked.
 */
export async function insightsArrived(
  db: Pick<Database, "locks" | "dialect">,
  transaction: WriteTransaction,
  deviceRef: number,
  nowMs: number,
): Promise<void> {
  await arrived(db, transaction, deviceRef, nowMs, (before) => arrivalsAfterInsight(before, nowMs));
}

/** The same for a status report. @param order of the report among others of the Sentinel; null: it is the newest */
export async function reportArrived(
  db: Pick<Database, "locks" | "dialect">,
  transaction: WriteTransaction,
  deviceRef: number,
  { report, order }: { readonly report: ArrivedReport; readonly order: ReportOrder | null },
  nowMs: number,
): Promise<void> {
  await arrived(db, transaction, deviceRef, nowMs, (before) => {
    const isLate = order !== null && before !== null && isLateReport(order, before, nowMs);
    return arrivalsAfterReport(before, isLate ? order.unsaid : report, nowMs);
  });
}

/**
 * Evaluates the alerts of all Sentinels. Reads all and writes only what changes, in short transactions, each of which
 * decides anew under the locks of its Sentinels: several servers may do this at once.
 *
 * @returns how many Sentinels had a change
 */
export async function evaluateAllAlerts(db: Database, nowMs: number): Promise<number> {
  const lastOf = indexed(await findLastAlerts(db.reader, nowMs - ALERT_COOLDOWN_MS, null));
  const changed = new Set<number>();
  let behind = { deviceRef: 0, userId: 0 };
  for (;;) {
    const rows = await findWatchedBehind(db.reader, behind, ROWS_A_READ);
    for (const { row, decision } of decideRows(rows, lastOf, nowMs)) {
      if (isAhead(row, nowMs)) changed.add(row.device_ref);
      if (decision.raised.length > 0 || decision.ended.length > 0) changed.add(row.device_ref);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_READ) break;
    behind = { deviceRef: last.device_ref, userId: last.user_id };
  }
  const refs = [...changed];
  for (let at = 0; at < refs.length; at += DEVICES_A_WRITE) {
    const slice = refs.slice(at, at + DEVICES_A_WRITE);
    await db.write(async (transaction) => {
      await lockDevices(db, transaction, slice);
      await setRight(transaction, slice, nowMs);
      await evaluate(db, transaction, slice, nowMs);
    });
  }
  return changed.size;
}

/** Whether arrivals were written by a clock that ran ahead and has been set back since. */
function isAhead(row: WatchedRow, nowMs: number): boolean {
  const arrivals = arrivalsOf(row);
  return arrivals !== null && arrivalsUpTo(arrivals, nowMs) !== arrivals;
}

/** Stored, because silence is measured from then on also where a Sentinel never calls again. */
async function setRight(
  transaction: WriteTransaction,
  deviceRefs: readonly number[],
  nowMs: number,
): Promise<void> {
  const ahead = (await findWatchedOf(transaction, deviceRefs)).filter((row) => isAhead(row, nowMs));
  for (const row of ahead) {
    const arrivals = arrivalsOf(row);
    if (arrivals !== null) await storeArrivals(transaction, row.device_ref, arrivalsUpTo(arrivals, nowMs));
  }
}

async function arrived(
  db: Pick<Database, "locks" | "dialect">,
  transaction: WriteTransaction,
  deviceRef: number,
  nowMs: number,
  after: (before: DeviceArrivals | null) => DeviceArrivals,
): Promise<void> {
  await storeArrivals(transaction, deviceRef, after(await findArrivals(transaction, deviceRef)));
  await evaluate(db, transaction, [deviceRef], nowMs);
}

/** @param deviceRefs Sentinels whose rows this transaction has locked */
async function evaluate(
  db: Pick<Database, "locks" | "dialect">,
  transaction: WriteTransaction,
  deviceRefs: readonly number[],
  nowMs: number,
): Promise<void> {
  const rows = await findWatchedOf(transaction, deviceRefs);
  const lastOf = indexed(await findLastAlerts(transaction, nowMs - ALERT_COOLDOWN_MS, deviceRefs));
  const decided = [...decideRows(rows, lastOf, nowMs)];
  const raised = await insertAlerts(
    transaction,
    decided.flatMap(({ row, decision }) =>
      decision.raised.map((condition) => alertRow(row, condition, nowMs)),
    ),
  );
  await noticeAlerts(db, transaction, raised, nowMs);
  const ended = decided.flatMap(({ decision }) => decision.ended.map(({ alertId }) => alertId));
  await lockAlertIds(db, transaction, ended);
  await endAlerts(transaction, ended, nowMs);
}

function* decideRows(
  rows: readonly WatchedRow[],
  lastOf: LastAlerts,
  nowMs: number,
): Generator<{ row: WatchedRow; decision: AlertDecision }> {
  const settingsOf = settingsReader();
  for (const row of rows) {
    const decision = decideAlerts({
      arrivals: arrivalsOf(row),
      lastCallMs: row.last_seen,
      settings: settingsOf(row),
      grantedAtMs: row.granted_at,
      nowMs,
      lastOf: lastOf.get(keyOf(row)) ?? NONE,
    });
    yield { row, decision };
  }
}

/** Many Sentinels have the same settings, so each is parsed once. */
function settingsReader(): (row: WatchedRow) => EffectiveAlertSettings {
  const known = new Map<string, EffectiveAlertSettings>();
  return ({ flags, thresholds, group_ignored, group_thresholds }) => {
    const key = `${flags} ${thresholds} ${group_ignored} ${group_thresholds}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const group = groupSettingsOf({ ignored: group_ignored, thresholds: group_thresholds });
    const settings = effectiveAlertSettings(accountSettingsOf({ flags, thresholds }), group);
    known.set(key, settings);
    return settings;
  };
}

type LastAlerts = ReadonlyMap<string, ReadonlyMap<AlertType, LastAlert>>;
const NONE: ReadonlyMap<AlertType, LastAlert> = new Map();

/**
 * The newest alert of each type by Sentinel and user: the one that runs, else the one that was raised last. Times of
 * ends do not order them, because the server's clock may have been set back in between.
 */
function indexed(rows: readonly LastAlertRow[]): LastAlerts {
  const index = new Map<string, Map<AlertType, LastAlert>>();
  for (const row of rows) {
    const types = index.get(keyOf(row)) ?? new Map<AlertType, LastAlert>();
    index.set(keyOf(row), types);
    const type = row.alert_type as AlertType;
    const known = types.get(type);
    const isRunning = row.ended_at === null;
    if (known === undefined || isRunning || (known.endedAtMs !== null && row.alert_id > known.alertId)) {
      types.set(type, { alertId: row.alert_id, endedAtMs: row.ended_at });
    }
  }
  return index;
}

function keyOf({ device_ref, user_id }: { device_ref: number; user_id: number }): string {
  return `${device_ref} ${user_id}`;
}

function alertRow({ device_ref, user_id }: WatchedRow, condition: AlertCondition, nowMs: number) {
  return {
    user_id,
    device_ref,
    alert_type: condition.type,
    summary: alertSummary(condition),
    status: "new",
    created_at: nowMs,
    since: condition.sinceMs,
    threshold: condition.threshold,
    battery_voltage: condition.batteryVoltage,
  };
}
