import { sessionLabel } from "../../../src/domain/account/session-label.ts";
import { type AlertStatus, nextAlertStatus, OPEN_ALERT_STATUSES } from "../../../src/domain/alert/alert.ts";
import { ALERT_SENTENCES } from "../../../src/messages/server/alerts.ts";
import { ALERT_FIELDS } from "../../../src/protocol/records/alert-fields.ts";
import type { Alert } from "../../../src/protocol/shapes.ts";
import type { View, WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { slicesOf } from "../../insight-store/slices-of.ts";
import { jsonRecord } from "../../record-values.ts";
import { onceByKey } from "../idempotency/once-by-key.ts";
import { findUserAgent } from "../sessions/repository.ts";
import { lockAlertIds, lockAlerts } from "./lock-repository.ts";
import { type AlertRow, alertsOf, findAlertIds, findAlerts, findOwnAlert, setAlerts } from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** The author of a change: a user, and the signed-in device that the call came from. */
export interface AlertCaller {
  readonly userId: number;
  readonly sessionId: number;
}

/** Read, shaped and written as JSON within a few milliseconds. */
const ROWS_A_PAGE = 250;

/** `associated_id` of an alert is always the id of a Sentinel. */
const ALERT_KEY = "device_id";

/** The user's alerts, newest first, resolved ones too, in pages. */
export async function* readAlertPages(
  { db }: Pick<Needs, "db">,
  userId: number,
): AsyncGenerator<Alert[], void> {
  for (const ids of slicesOf(await findAlertIds(db.reader, db.dialect, userId), ROWS_A_PAGE)) {
    yield (await findAlerts(db.reader, userId, ids)).map(alertShape);
  }
}

/**
 * Takes one alert to the next status. The status that it has already changes nothing.
 *
 * @param key of the call, see once-by-key.ts
 * @param created_at of the alert that the caller means, where it was sent
 * @throws ApiError not_found, also where the id names another alert; conflict with the alert in `message` for any other step; key_reused
 */
export async function changeAlertStatus(
  deps: Needs,
  caller: AlertCaller & { readonly key: string | undefined },
  alertId: string,
  { status, created_at }: { readonly status: AlertStatus; readonly created_at?: string },
): Promise<Alert> {
  const { userId, key } = caller;
  const call = `PUT /api/alerts/statusUpdate/${alertId}`;
  const changed = await onceByKey(deps, { userId, key, call, body: { status } }, async (transaction) => {
    const id = rowIdOf(alertId);
    if (id === null) throw notFound();
    await lockAlertIds(deps.db, transaction, [id]);
    const alert = await ownAlert(transaction, userId, id);
    if (created_at !== undefined && created_at !== alert.created_at)
      throw notFound(ALERT_SENTENCES.otherAlert);
    if (alert.status === status) return alert;
    if (nextAlertStatus(alert.status) !== status) {
      throw new ApiError(409, "conflict", { general: ALERT_SENTENCES.wrongStep }, { message: alert });
    }
    await setStatus(deps, transaction, caller, { alertIds: [id], status });
    return ownAlert(transaction, userId, id);
  });
  return changed;
}

/** All new alerts become acknowledged. @returns how many there were */
export function acknowledgeAll(deps: Needs, caller: AlertCaller): Promise<number> {
  return changeAll(deps, caller, ["new"], "acknowledged");
}

/** All new and acknowledged alerts become resolved. @returns how many there were */
export function resolveAll(deps: Needs, caller: AlertCaller): Promise<number> {
  return changeAll(deps, caller, OPEN_ALERT_STATUSES, "resolved");
}

async function changeAll(
  deps: Needs,
  caller: AlertCaller,
  from: readonly AlertStatus[],
  status: "acknowledged" | "resolved",
): Promise<number> {
  return deps.db.write(async (transaction) => {
    const alertIds = await lockAlerts(deps.db, transaction, alertsOf(caller.userId, from));
    await setStatus(deps, transaction, caller, { alertIds, status });
    return alertIds.length;
  });
}

async function setStatus(
  { clock }: Pick<Needs, "clock">,
  transaction: WriteTransaction,
  { sessionId }: AlertCaller,
  { alertIds, status }: { alertIds: readonly number[]; status: AlertStatus },
): Promise<void> {
  const by = sessionLabel(await findUserAgent(transaction, sessionId));
  const nowMs = clock.now();
  const step =
    status === "acknowledged"
      ? { acknowledged_at: nowMs, acknowledged_by: by }
      : { resolved_at: nowMs, resolved_by: by, resolved_cause: "person" };
  await setAlerts(transaction, alertIds, { status, ...step });
}

async function ownAlert(view: View, userId: number, alertId: number): Promise<Alert> {
  const row = await findOwnAlert(view, userId, alertId);
  if (row === undefined) throw notFound();
  return alertShape(row);
}

function alertShape(row: AlertRow): Alert {
  return jsonRecord(ALERT_FIELDS, row, { alert_key: () => ALERT_KEY });
}
