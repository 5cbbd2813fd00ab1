import { BULK_UPDATE_CAP } from "../domain/bulk-update.ts";
import type { InsightStatus } from "../domain/insight.ts";
import type { OutboxRecord, StatusChange, StoredAction, StoredStep } from "../storage/outbox-record.ts";
import { type ActionStamp, intoList, roomOf, type Take } from "./outbox-changes.ts";
import { withFacts } from "./outbox-seal.ts";
import { sealedIn, shownIn } from "./outbox-sealed.ts";
import { unsealStep } from "./outbox-unseal.ts";

/** Rules of the list of unsaved actions: pure functions from one record to the next. */

export interface StatusTarget {
  readonly insightId: string;
  readonly deviceId: string;
  /** The status that the person saw. */
  readonly base: InsightStatus;
  /** What the server last told, where that is known. */
  readonly told?: InsightStatus;
}

/**
 * So many steps can be taken back, and so many changes of insights in all of them; older ones are forgotten. The
 * newest step past the cap is kept beside: it is the one that a person must be able to take back.
 */
const STEPS_KEPT = 1000;
const CHANGES_KEPT = 20_000;

/**
 * Sets one status on all targets as one step. An action that equals the status beneath it (the server's, overlaid
 * with the sealed batches) removes itself.
 *
 * @param take how the changes are taken where the list has no room for them
 * @returns null where the list would grow past its cap: then nothing is taken
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

/** The same with a status of its own for each target. */
export function actEach(
  record: OutboxRecord,
  targets: readonly (StatusTarget & { insightStatus: InsightStatus })[],
  stamp: ActionStamp,
  take: Take = noRoom,
): OutboxRecord | null {
  const changes: StatusChange[] = [];
  const shown = shownIn(record, targets.length);
  const each = new Map(targets.map((target) => [target.insightId, target]));
  for (const { insightId, deviceId, base, insightStatus } of each.values()) {
    const said = shown(insightId);
    const before = said ?? base;
    if (before === insightStatus) continue;
    const change = { insightId, deviceId, before, after: insightStatus };
    changes.push(said === undefined ? change : { ...change, said: "both" });
  }
  if (changes.length === 0) return record;
  const telling = { ...stamp, toldOf: (insightId: string) => each.get(insightId)?.told };
  const whole = intoList(record, changes, "after", telling);
  if (whole !== null) return withStep(whole, changes);
  const taken = take(record, changes, "after", telling);
  if (taken === null) return null;
  // Most of this step was sealed while it was taken.
  const stepped = withStep(taken, changes);
  return withFacts(stepped, { sealedSeq: stepped.steps[stepped.applied - 1]?.seq ?? 0 });
}

/**
 * Takes back the latest step. What of it was sealed and cannot have been sent comes out of its batches again, so
 * that an undo in the middle of many batches also stops the rest of them; for what was sent the inverse is
 * appended. Where the list has no room for that inverse, the step is split: what was not sent is taken back, and
 * what was sent is left as the latest step.
 *
 * @param take how the inverse is taken where the list has no room for it
 * @returns null where there is nothing to undo
 */
export function undo(record: OutboxRecord, stamp: ActionStamp, take: Take = noRoom): Stepped | null {
  const step = record.steps[record.applied - 1];
  if (step === undefined) return null;
  const open = unsealStep(record, step);
  const saved = savedOf(step, open);
  const whole = intoList(open, step.changes, "before", stamp, { room: roomOf(record) });
  if (whole !== null) {
    // What shows the former status by now, as where the server refused the step, has no opposite.
    const inverse = saved.filter(({ insightId }) => whole.actions.has(insightId)).length;
    return { ...steppedTo(whole, record.applied - 1, [step]), inverse };
  }
  const [unsent, sent] = splitStep(step, open);
  const stopped = splitUndone(record, intoList(open, unsent.changes, "before", stamp), [sent, unsent]);
  const taken = take(stopped, sent.changes, "before", stamp);
  if (taken !== null)
    return { ...steppedTo(taken, record.applied - 1, [sent, unsent]), inverse: saved.length };
  return { ...steppedTo(stopped, stopped.applied, [unsent]), left: sent.changes.length };
}

/** @returns null where there is nothing to redo */
export function redo(record: OutboxRecord, stamp: ActionStamp, take: Take = noRoom): Stepped | null {
  const step = record.steps[record.applied];
  if (step === undefined) return null;
  const taken = intoList(record, step.changes, "after", stamp) ?? take(record, step.changes, "after", stamp);
  return taken === null
    ? { record, insightIds: [], left: step.changes.length, inverse: 0 }
    : steppedTo(taken, record.applied + 1, [step]);
}

export interface Stepped {
  record: OutboxRecord;
  insightIds: readonly string[];
  /** How many changes of the step the list had no room for: they are as they were. */
  left: number;
  /** How many had been saved: a batch is never touched again, so a new, opposite action waits for each. */
  inverse: number;
}

const noRoom: Take = () => null;

function steppedTo(record: OutboxRecord, applied: number, steps: readonly StoredStep[]): Stepped {
  return {
    record: { ...record, applied },
    insightIds: steps.flatMap(({ changes }) => changes.map(({ insightId }) => insightId)),
    left: 0,
    inverse: 0,
  };
}

/** The changes of a step that lie in no list any more, because they were sealed. */
function savedOf({ seq, changes }: StoredStep, { actions, facts }: OutboxRecord): readonly StatusChange[] {
  return seq > facts.sealedSeq ? [] : changes.filter(({ insightId }) => !actions.has(insightId));
}

/** The changes of a step whose insights the list names, as a step after one of the others. */
function splitStep({ seq, changes }: StoredStep, { actions }: OutboxRecord): [StoredStep, StoredStep] {
  const unsent = changes.filter(({ insightId }) => actions.has(insightId));
  const sent = changes.filter(({ insightId }) => !actions.has(insightId));
  return [
    { seq: seq + 1, changes: unsent },
    { seq, changes: sent },
  ];
}

/** The first part of a step that was split stands, the second can be redone. */
function splitUndone(
  record: OutboxRecord,
  undone: OutboxRecord | null,
  [sent, unsent]: readonly [StoredStep, StoredStep],
): OutboxRecord {
  if (undone === null || unsent.changes.length === 0) return record;
  return { ...undone, steps: [...record.steps.slice(0, record.applied - 1), sent, unsent] };
}

/** Empties the list, as one step that can be undone: what lies beneath it shows again. */
export function cancelAll(record: OutboxRecord, toldOf?: ActionStamp["toldOf"]): OutboxRecord {
  if (record.actions.size === 0) return record;
  const sealed = sealedIn(record, record.actions.size);
  const changes = Array.from(
    record.actions.values(),
    ({ insightId, deviceId, insightStatus, base }): StatusChange => ({
      insightId,
      deviceId,
      before: insightStatus,
      after: sealed(insightId) ?? toldOf?.(insightId) ?? base,
      said: "before",
    }),
  );
  return withStep({ ...record, actions: new Map() }, changes);
}

/** Counts these actions as made offline: when they were made nobody knew it yet. */
export function markOffline(record: OutboxRecord, isDark: (action: StoredAction) => boolean): OutboxRecord {
  const actions = new Map(record.actions);
  let changed = false;
  for (const [insightId, action] of actions) {
    if (action.offline || !isDark(action)) continue;
    actions.set(insightId, { ...action, offline: true });
    changed = true;
  }
  return changed ? { ...record, actions } : record;
}

/** A new step ends what could be redone. */
function withStep(record: OutboxRecord, changes: readonly StatusChange[]): OutboxRecord {
  const done = record.steps.slice(0, record.applied);
  // A number that was sealed once is never given to another step.
  const seq = Math.max(done.at(-1)?.seq ?? 0, record.facts.sealedSeq) + 1;
  const steps = newestSteps([...done, { seq, changes }]);
  return { ...record, steps, applied: steps.length };
}

function newestSteps(steps: readonly StoredStep[]): readonly StoredStep[] {
  let kept = steps.length;
  let changes = 0;
  let pastCap: StoredStep | undefined;
  while (kept > 0 && steps.length - kept < STEPS_KEPT) {
    const step = steps[kept - 1];
    if (step === undefined) break;
    if (pastCap === undefined && step.changes.length > BULK_UPDATE_CAP) pastCap = step;
    else changes += step.changes.length;
    if (changes > CHANGES_KEPT) break;
    kept -= 1;
  }
  return steps.slice(kept);
}
