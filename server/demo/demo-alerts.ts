import type { AlertType } from "../../src/domain/alert/alert.ts";
import type { ArrivedReport } from "../../src/domain/alert/device-arrivals.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/domain/time.ts";
import type { Database, WriteTransaction } from "../db/database.ts";
import { insightsArrived, reportArrived } from "../features/alerts/evaluation-service.ts";
import { findAlertIds, findAlerts, setAlerts } from "../features/alerts/repository.ts";
import { storeAlertSettings, storeGroupAlertSettings } from "../features/alerts/settings-repository.ts";
import { DEMO_SENTINELS } from "./sentinels.ts";

/** When the demo's silent Sentinel is noticed, hours before its present. */
export const SILENCE_NOTICED_HOURS_AGO = 0.3;

/** One thing that happened, hours before the demo's present; `sentinel` is an index in DEMO_SENTINELS. */
type Event = { readonly sentinel: number; readonly hoursAgo: number } & (
  | { readonly kind: "insight" }
  | { readonly kind: "report"; readonly report: Partial<ArrivedReport> }
  | { readonly kind: "step"; readonly type: AlertType; readonly status: "acknowledged" | "resolved" }
);

const SILENT: ArrivedReport = {
  batteryVoltage: null,
  hasCableError: null,
  imagesProcessed: null,
  lastTriggerMs: null,
};
const FIRST_HOURS_AGO = 24 * 84;

/** Faults of the last weeks; for the rest of the time all Sentinels report alike. */
const TROUBLE: readonly Event[] = [
  { sentinel: 8, hoursAgo: 401, kind: "insight" },
  { sentinel: 8, hoursAgo: 400, kind: "report", report: { batteryVoltage: 3.15 } },
  { sentinel: 8, hoursAgo: 397, kind: "step", type: "low_battery", status: "acknowledged" },
  { sentinel: 8, hoursAgo: 372, kind: "report", report: { batteryVoltage: 4.1 } },
  { sentinel: 2, hoursAgo: 191, kind: "insight" },
  { sentinel: 2, hoursAgo: 190, kind: "report", report: { hasCableError: true } },
  { sentinel: 2, hoursAgo: 188, kind: "step", type: "spypoint_error", status: "acknowledged" },
  { sentinel: 2, hoursAgo: 166, kind: "step", type: "spypoint_error", status: "resolved" },
  { sentinel: 2, hoursAgo: 165, kind: "report", report: { hasCableError: false } },
  { sentinel: 4, hoursAgo: 79, kind: "insight" },
  { sentinel: 4, hoursAgo: 78, kind: "report", report: { imagesProcessed: 7_310 } },
  { sentinel: 4, hoursAgo: 76, kind: "insight" },
  { sentinel: 4, hoursAgo: 52, kind: "report", report: { imagesProcessed: 7_310 } },
  { sentinel: 4, hoursAgo: 50, kind: "step", type: "no_recent_camera_triggers", status: "acknowledged" },
  { sentinel: 10, hoursAgo: 21, kind: "insight" },
  { sentinel: 10, hoursAgo: 20, kind: "report", report: { batteryVoltage: 3.29 } },
  { sentinel: 10, hoursAgo: 18, kind: "step", type: "low_battery", status: "acknowledged" },
];

/** The person notices silence sooner than by default, and in the cold of the first group a low battery. */
export async function insertAlertSettings(
  transaction: WriteTransaction,
  userId: number,
  coldGroupId: number,
): Promise<void> {
  const thresholds = { no_recent_insights: 48, no_recent_camera_triggers: 24, low_battery: 3.2 };
  await storeAlertSettings(transaction, userId, { flags: "{}", thresholds: JSON.stringify(thresholds) });
  const cold = JSON.stringify({ ...thresholds, low_battery: 3.3 });
  await storeGroupAlertSettings(transaction, [{ group_id: coldGroupId, ignored: 0, thresholds: cold }]);
}

/** Lets the alert engine evaluate what the demo's Sentinels sent, at the times at which it arrived. */
export async function liveThroughAlerts(
  db: Pick<Database, "locks" | "dialect">,
  transaction: WriteTransaction,
  { userId, deviceRefs }: { readonly userId: number; readonly deviceRefs: readonly number[] },
  nowMs: number,
): Promise<void> {
  const events = [...DEMO_SENTINELS.flatMap(ordinaryEvents), ...TROUBLE];
  for (const event of events.sort((a, b) => b.hoursAgo - a.hoursAgo)) {
    const deviceRef = deviceRefs[event.sentinel] ?? 0;
    const atMs = Math.round(nowMs - event.hoursAgo * HOUR_MS);
    if (event.kind === "insight") await insightsArrived(db, transaction, deviceRef, atMs);
    else if (event.kind === "report") {
      const report = { ...SILENT, ...event.report };
      await reportArrived(db, transaction, deviceRef, { report, order: null }, atMs);
    } else {
      const deviceId = DEMO_SENTINELS[event.sentinel]?.deviceId;
      await takeStep(db, transaction, { userId, deviceId, type: event.type, status: event.status }, atMs);
    }
  }
}

/** The first report, and the last contact with the newest insight. */
function ordinaryEvents({ silentMinutes, batteryVolts }: (typeof DEMO_SENTINELS)[number], sentinel: number) {
  const hoursAgo = (silentMinutes * MINUTE_MS) / HOUR_MS;
  const report = { batteryVoltage: batteryVolts };
  return [
    { sentinel, hoursAgo: FIRST_HOURS_AGO, kind: "report", report: { batteryVoltage: 4.1 } },
    { sentinel, hoursAgo: hoursAgo + 0.1, kind: "insight" },
    { sentinel, hoursAgo, kind: "report", report },
  ] as const satisfies readonly Event[];
}

async function takeStep(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  step: {
    readonly userId: number;
    readonly deviceId: string | undefined;
    readonly type: AlertType;
    readonly status: "acknowledged" | "resolved";
  },
  atMs: number,
): Promise<void> {
  const { userId, deviceId, type, status } = step;
  const ids = await findAlertIds(transaction, dialect, userId);
  const alerts = await findAlerts(transaction, userId, ids);
  const alert = alerts.find((one) => one.device_id === deviceId && one.alert_type === type);
  if (alert === undefined) throw new Error(`${deviceId} has no alert of the type ${type}`);
  const by = "Chrome on Android";
  const values =
    status === "acknowledged"
      ? { acknowledged_at: atMs, acknowledged_by: by }
      : { resolved_at: atMs, resolved_by: by, resolved_cause: "person" };
  await setAlerts(transaction, [alert.alert_id], { status, ...values });
}
