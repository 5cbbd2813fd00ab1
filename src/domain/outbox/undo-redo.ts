import { type ActionStamp, intoList, noRoom, roomOf, type Take } from "./list-changes.ts";
import type { OutboxRecord, StatusChange, StoredStep } from "./outbox-record.ts";
import { unsealStep } from "./unseal.ts";

/** Transitions of undo and redo. */

/**
 * Undoes the latest step. Actions of it that were sealed and cannot have been sent return from their batches, so that
 * an undo amid many batches also stops the others; for actions that were sent the inverse is added to the list. Where
 * the list has no room for the inverse, the step is split: the unsent part is undone, and the sent part stays as the
 * latest step.
 *
 * @param take the overflow policy for the inverse
 * @returns null where there is nothing to undo
 */
export function undo(record: OutboxRecord, stamp: ActionStamp, take: Take = noRoom): Stepped | null {
  const step = record.steps[record.applied - 1];
  if (step === undefined) return null;
  const open = unsealStep(record, step);
  const saved = savedOf(step, open);
  const whole = intoList(open, step.changes, "before", stamp, { room: roomOf(record) });
  if (whole !== null) {
    // An insight that shows the former status already (the server refused the step) needs no inverse.
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

/**
 * Takes the next step again.
 *
 * @returns null where there is nothing to redo
 */
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
  /** The number of changes that the list had no room for; they stay as they were. */
  left: number;
  /** The number of inverse actions: for actions that were sealed and may have been sent. */
  inverse: number;
}

function steppedTo(record: OutboxRecord, applied: number, steps: readonly StoredStep[]): Stepped {
  return {
    record: { ...record, applied },
    insightIds: steps.flatMap(({ changes }) => changes.map(({ insightId }) => insightId)),
    left: 0,
    inverse: 0,
  };
}

/** The changes of a step that are not in the list any more, because they were sealed. */
function savedOf({ seq, changes }: StoredStep, { actions, facts }: OutboxRecord): readonly StatusChange[] {
  return seq > facts.sealedSeq ? [] : changes.filter(({ insightId }) => !actions.has(insightId));
}

/** Splits a step into the changes whose insights are in the list and the others, which come before them. */
function splitStep({ seq, changes }: StoredStep, { actions }: OutboxRecord): [StoredStep, StoredStep] {
  const unsent = changes.filter(({ insightId }) => actions.has(insightId));
  const sent = changes.filter(({ insightId }) => !actions.has(insightId));
  return [
    { seq: seq + 1, changes: unsent },
    { seq, changes: sent },
  ];
}

/** Of a split step, the sent part stays in effect and the unsent part can be redone. */
function splitUndone(
  record: OutboxRecord,
  undone: OutboxRecord | null,
  [sent, unsent]: readonly [StoredStep, StoredStep],
): OutboxRecord {
  if (undone === null || unsent.changes.length === 0) return record;
  return { ...undone, steps: [...record.steps.slice(0, record.applied - 1), sent, unsent] };
}
