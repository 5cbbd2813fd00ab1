import type { InsightStatus } from "../insight/insight.ts";
import type { SeenInsight } from "../insight/seen-insight.ts";
import { type ActionStamp, intoList, noRoom, type Take } from "./list-changes.ts";
import type { OutboxRecord, StatusChange, StoredAction } from "./outbox-record.ts";
import { withFacts } from "./record-changes.ts";
import { sealedIn, shownIn } from "./sealed-statuses.ts";
import { withStep } from "./steps.ts";
import { unchangedTargets } from "./unchanged-targets.ts";

/** Transitions of the list of unsaved actions. */

export interface StatusTarget {
  readonly insightId: string;
  readonly deviceId: string;
  /** The status that the person saw. */
  readonly base: InsightStatus;
  /** The server's status, where that is known: it may have changed beneath an unsaved action. */
  readonly serverStatus?: InsightStatus;
  readonly seen?: SeenInsight;
}

/**
 * Sets one status on all targets as one step. An action that equals the status beneath it (the server's, with the
 * sealed batches over it) removes itself.
 *
 * @param take the overflow policy
 * @returns null where the list has no room: then nothing changes
 */
export function act(
  record: OutboxRecord,
  targets: readonly StatusTarget[],
  insightStatus: InsightStatus,
  stamp: ActionStamp,
  take: Take = noRoom,
): OutboxRecord | null {
  return actEach(
    record,
    targets.map((target) => ({ ...target, insightStatus })),
    stamp,
    take,
  );
}

/** The same with a status for each target. */
export function actEach(
  record: OutboxRecord,
  targets: readonly (StatusTarget & { insightStatus: InsightStatus })[],
  stamp: ActionStamp,
  take: Take = noRoom,
): OutboxRecord | null {
  const changes: StatusChange[] = [];
  const shown = shownIn(record, targets.length);
  const each = new Map(targets.map((target) => [target.insightId, target]));
  for (const { insightId, deviceId, base, insightStatus, seen } of each.values()) {
    const said = shown(insightId);
    const before = said ?? base;
    if (before === insightStatus) continue;
    const change = { insightId, deviceId, before, after: insightStatus, ...(seen !== undefined && { seen }) };
    changes.push(said === undefined ? change : { ...change, said: "both" });
  }
  if (changes.length === 0) return record;
  const at = { ...stamp, serverStatusOf: (insightId: string) => each.get(insightId)?.serverStatus };
  const whole = intoList(record, changes, "after", at);
  if (whole !== null) return withFacts(withStep(whole, changes), { autoSentCount: 0 });
  const taken = take(record, changes, "after", at);
  if (taken === null) return null;
  // The overflow policy has sealed most of this step.
  const stepped = withStep(taken, changes);
  const sealedSeq = stepped.steps[stepped.applied - 1]?.seq ?? 0;
  return withFacts(stepped, { sealedSeq, autoSentCount: 0 });
}

/**
 * Takes a step that the cap refused, once the person agrees to it. Between the two the person decides, saves and pulls:
 * bases are those of now, and targets that show another status than the person saw are left out, because that decision
 * is newer.
 *
 * @param stamp its `serverStatusOf` knows the insights that are on this device
 */
export function actPastCap(
  record: OutboxRecord,
  targets: readonly StatusTarget[],
  insightStatus: InsightStatus,
  stamp: ActionStamp,
  take: Take,
): PastCap | null {
  const left = unchangedTargets(record, targets, stamp.serverStatusOf);
  const after = act(record, left, insightStatus, stamp, take);
  return after === null ? null : { record: after, count: left.length };
}

export interface PastCap {
  record: OutboxRecord;
  /** The number of targets that were not left out. */
  count: number;
}

/** Empties the list, as one step that can be undone; the statuses beneath show again. */
export function cancelAll(
  record: OutboxRecord,
  serverStatusOf?: ActionStamp["serverStatusOf"],
): OutboxRecord {
  if (record.actions.size === 0) return record;
  const sealed = sealedIn(record, record.actions.size);
  const changes = Array.from(
    record.actions.values(),
    ({ insightId, deviceId, insightStatus, base, seen }): StatusChange => ({
      insightId,
      deviceId,
      before: insightStatus,
      after: sealed(insightId) ?? serverStatusOf?.(insightId) ?? base,
      said: "before",
      ...(seen !== undefined && { seen }),
    }),
  );
  return withStep({ ...record, actions: new Map() }, changes);
}

/** Marks actions as made offline, where the loss of the connection was noticed only after them. */
export function markOffline(
  record: OutboxRecord,
  isOffline: (action: StoredAction) => boolean,
): OutboxRecord {
  const actions = new Map(record.actions);
  let changed = false;
  for (const [insightId, action] of actions) {
    if (action.offline || !isOffline(action)) continue;
    actions.set(insightId, { ...action, offline: true });
    changed = true;
  }
  return changed ? { ...record, actions } : record;
}
