import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import type { InsightStatus } from "../domain/insight.ts";
import type { OutboxRecord, StatusChange, StoredAction, StoredStep } from "../storage/outbox-record.ts";

/** Rules of the list of unsaved actions: pure functions from one record to the next. */

/** When and how an action is made. */
export interface ActionStamp {
  atMs: number;
  offline: boolean;
  newId: () => string;
}

export interface StatusTarget {
  readonly insightId: string;
  readonly deviceId: string;
  /** The status that the person saw. */
  readonly base: InsightStatus;
}

/** So many steps can be taken back, and so many changes of insights in all of them; older ones are forgotten. */
const STEPS_KEPT = 1000;
const CHANGES_KEPT = 20_000;

/**
 * Sets one status on all targets as one step. An action that equals the status beneath it (the server's, overlaid
 * with the sealed batches) removes itself.
 *
 * @returns null where the list would grow past its cap: then nothing is taken
 */
export function act(
  record: OutboxRecord,
  targets: readonly StatusTarget[],
  insightStatus: InsightStatus,
  stamp: ActionStamp,
): OutboxRecord | null {
  const changes: StatusChange[] = [];
  for (const { insightId, deviceId, base } of new Map(
    targets.map((target) => [target.insightId, target]),
  ).values()) {
    const before = statusShown(record, insightId) ?? base;
    if (before !== insightStatus) changes.push({ insightId, deviceId, before, after: insightStatus });
  }
  if (changes.length === 0) return record;
  const actions = applyChanges(record, changes, "after", stamp);
  return actions === null ? null : withStep({ ...record, actions }, changes);
}

/** @returns null where there is nothing to undo, or the list has no room for the inverse */
export function undo(record: OutboxRecord, stamp: ActionStamp): Stepped | null {
  const step = record.steps[record.applied - 1];
  if (step === undefined) return null;
  const actions = applyChanges(record, step.changes, "before", stamp);
  return actions && { record: { ...record, actions, applied: record.applied - 1 }, insightIds: idsOf(step) };
}

/** @returns null where there is nothing to redo, or the list has no room for it */
export function redo(record: OutboxRecord, stamp: ActionStamp): Stepped | null {
  const step = record.steps[record.applied];
  if (step === undefined) return null;
  const actions = applyChanges(record, step.changes, "after", stamp);
  return actions && { record: { ...record, actions, applied: record.applied + 1 }, insightIds: idsOf(step) };
}

export interface Stepped {
  record: OutboxRecord;
  insightIds: readonly string[];
}

/** Empties the list, as one step that can be undone. */
export function cancelAll(record: OutboxRecord): OutboxRecord {
  if (record.actions.size === 0) return record;
  const changes = Array.from(record.actions.values(), ({ insightId, deviceId, insightStatus, base }) => ({
    insightId,
    deviceId,
    before: insightStatus,
    after: base,
  }));
  return withStep({ ...record, actions: new Map() }, changes);
}

/** Counts actions that were made since `sinceMs` as made offline: the connection was not known yet, and was not there. */
export function markOffline(record: OutboxRecord, sinceMs: number): OutboxRecord {
  const actions = new Map(record.actions);
  let changed = false;
  for (const [insightId, action] of actions) {
    if (action.offline || action.atMs < sinceMs) continue;
    actions.set(insightId, { ...action, offline: true });
    changed = true;
  }
  return changed ? { ...record, actions } : record;
}

/** The status that the outbox gives an insight; undefined where it says nothing and the mirror decides. */
export function statusShown(record: OutboxRecord, insightId: string): InsightStatus | undefined {
  return record.actions.get(insightId)?.insightStatus ?? statusSealed(record, insightId);
}

/** What the sealed batches give an insight, the latest first. */
export function statusSealed(record: OutboxRecord, insightId: string): InsightStatus | undefined {
  for (let index = record.batches.length - 1; index >= 0; index -= 1) {
    const found = sealedStatuses(record.batches[index]?.actions ?? []).get(insightId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A batch's actions never change, so its index is made once. */
const sealedIndex = new WeakMap<readonly StoredAction[], Map<string, InsightStatus>>();

function sealedStatuses(actions: readonly StoredAction[]): Map<string, InsightStatus> {
  let index = sealedIndex.get(actions);
  if (index === undefined) {
    index = new Map(actions.map((action) => [action.insightId, action.insightStatus]));
    sealedIndex.set(actions, index);
  }
  return index;
}

/** The list with one side of these changes set; null where that would take it past its cap. */
function applyChanges(
  record: OutboxRecord,
  changes: readonly StatusChange[],
  side: "before" | "after",
  stamp: ActionStamp,
): Map<string, StoredAction> | null {
  const actions = new Map(record.actions);
  let place = lastPlace(record);
  for (const change of changes) {
    const insightStatus = change[side];
    const there = actions.get(change.insightId);
    const other = side === "after" ? change.before : change.after;
    const base = statusSealed(record, change.insightId) ?? there?.base ?? other;
    if (insightStatus === base) {
      actions.delete(change.insightId);
      continue;
    }
    actions.set(change.insightId, {
      id: there?.id ?? stamp.newId(),
      place: there?.place ?? ++place,
      insightId: change.insightId,
      deviceId: change.deviceId,
      insightStatus,
      base,
      atMs: stamp.atMs,
      offline: stamp.offline,
      returned: false,
    });
  }
  const grows = actions.size > record.actions.size;
  return grows && actions.size > BULK_UPDATE_CAP ? null : actions;
}

function lastPlace(record: OutboxRecord): number {
  let last = 0;
  for (const { place } of record.actions.values()) last = Math.max(last, place);
  for (const batch of record.batches) last = Math.max(last, batch.actions.at(-1)?.place ?? 0);
  return last;
}

/** A new step ends what could be redone. */
function withStep(record: OutboxRecord, changes: readonly StatusChange[]): OutboxRecord {
  const done = record.steps.slice(0, record.applied);
  const seq = (done.at(-1)?.seq ?? 0) + 1;
  const steps = newestSteps([...done, { seq, changes }]);
  return { ...record, steps, applied: steps.length };
}

function newestSteps(steps: readonly StoredStep[]): readonly StoredStep[] {
  let kept = steps.length;
  let changes = 0;
  while (kept > 0 && steps.length - kept < STEPS_KEPT) {
    changes += steps[kept - 1]?.changes.length ?? 0;
    if (changes > CHANGES_KEPT) break;
    kept -= 1;
  }
  return steps.slice(kept);
}

function idsOf(step: StoredStep): string[] {
  return step.changes.map((change) => change.insightId);
}
