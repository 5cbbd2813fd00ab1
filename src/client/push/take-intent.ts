import { ALERT_STATUS } from "../../domain/alert/alert-step.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { PushAction } from "../../domain/notification/push-action.ts";
import type { Locks } from "../../platform/locks.ts";
import type { PushedAlert, PushedInsights } from "../../protocol/push/push-message.ts";
import { INTENT_VALID_MS, isIntentId, type PushIntent } from "../../protocol/push/push-on-device.ts";
import type { InsightEngine } from "../../query/insight-engine.ts";
import type { MirrorReader } from "../../storage/mirror/mirror-reader.ts";
import type { PushRecords } from "../../storage/push-records.ts";
import type { ActionTarget, ReviewOutbox } from "../../sync/outbox/review-outbox.ts";

export interface IntentParts {
  readonly records: Pick<PushRecords, "intent" | "removeIntent">;
  readonly locks: Locks;
  readonly outbox: ReviewOutbox;
  readonly mirror: Pick<MirrorReader, "alert">;
  readonly insights: Pick<InsightEngine, "insight">;
  readonly userId: number;
  /** Whether this person may change alerts and insights. */
  readonly mayAct: boolean;
  now(): number;
}

/** What became of an intent. `undo` takes back what was enqueued; false: it is on its way already. */
export type TakenIntent =
  /** It is not on this device: the address came from elsewhere, or was opened before. */
  | { readonly kind: "unknown" }
  /** It is as wanted already, too old, or of another person. */
  | { readonly kind: "nothing" }
  | { readonly kind: "failed" }
  | { readonly kind: "alert"; readonly undo: () => Promise<boolean> }
  | { readonly kind: "insights"; readonly status: InsightStatus; readonly undo: () => Promise<boolean> };

const LOCK = "push-intent";

/**
 * Enqueues what a person chose on a notification, once: the intent is removed after it is stored in the outbox, and
 * what the outbox holds already is not enqueued again, as when the page was killed in between.
 */
export function takeIntent(parts: IntentParts, id: string): Promise<TakenIntent> {
  return parts.locks.hold(LOCK, async () => {
    const intent = isIntentId(id) ? await parts.records.intent(id).catch(() => null) : null;
    if (intent === null) return { kind: "unknown" };
    const age = parts.now() - intent.atMs;
    const isTheirs = intent.userId === parts.userId && parts.mayAct && Math.abs(age) < INTENT_VALID_MS;
    const taken: TakenIntent = isTheirs ? await enqueue(parts, intent) : { kind: "nothing" };
    if (taken.kind !== "failed") await parts.records.removeIntent(id).catch(() => undefined);
    return taken;
  });
}

function enqueue(parts: IntentParts, { action, subject }: PushIntent): Promise<TakenIntent> {
  return subject.kind === "alert" ? acknowledgeAlert(parts, subject) : setStatus(parts, subject, action);
}

async function acknowledgeAlert(
  { outbox, mirror }: IntentParts,
  { alertId, deviceId, createdAt }: PushedAlert,
): Promise<TakenIntent> {
  // A message may be faster than sync: an alert that is not here yet is new, as the message said.
  const alert = await mirror.alert(alertId);
  const isNew = alert === undefined || alert.status === "new";
  if (!isNew || outbox.waitingWrites(ALERT_STATUS).has(alertId)) return { kind: "nothing" };
  const write = {
    ...{ subject: alertId, deviceId, value: "acknowledged", base: "new" },
    seen: { created_at: createdAt },
  };
  const heldId = await outbox.enqueueHeld(ALERT_STATUS, [write]);
  return heldId === null ? { kind: "failed" } : { kind: "alert", undo: () => outbox.takeBack(heldId) };
}

const STATUS_OF: Readonly<Record<PushAction, InsightStatus>> = {
  acknowledge: "acknowledge",
  archive: "archive",
};

async function setStatus(
  { outbox, insights }: IntentParts,
  subject: PushedInsights,
  action: PushAction,
): Promise<TakenIntent> {
  const status = STATUS_OF[action];
  const targets: ActionTarget[] = [];
  for (const { insightId, timeStampMs, fileCtimeMs } of subject.insights) {
    const waiting = outbox.getState().unsaved.find((one) => one.insightId === insightId);
    const row = await insights.insight(insightId).catch(() => null);
    const base = waiting?.insightStatus ?? row?.status ?? "none";
    if (base === status) continue;
    const { deviceId, className } = subject;
    const seen = { timeStampMs: timeStampMs ?? 0, fileCtimeMs, className: className ?? "" };
    targets.push({ insightId, deviceId, base, ...(timeStampMs === null ? {} : { seen }) });
  }
  if (targets.length === 0) return { kind: "nothing" };
  const taken = await outbox.act(targets, status);
  if (taken !== "taken") return { kind: "failed" };
  const undo = async () => (await outbox.undo()).insightIds.length > 0;
  return { kind: "insights", status, undo };
}
