import { BULK_UPDATE_CAP } from "../bulk-update.ts";
import type { OutboxRecord, StatusChange, StoredStep } from "./outbox-record.ts";

/** The steps of undo and redo: adding one, and dropping old ones. */

/** The most steps that can be undone, and the most changes of insights in all of them. */
const STEPS_RETAINED = 1000;
const CHANGES_RETAINED = 20_000;

/** Adds a step in effect; steps that could be redone are dropped. */
export function withStep(record: OutboxRecord, changes: readonly StatusChange[]): OutboxRecord {
  const done = record.steps.slice(0, record.applied);
  // `sealedSeq` refers to steps by number, so the number of a sealed step must not be given to a new one.
  const seq = Math.max(done.at(-1)?.seq ?? 0, record.facts.sealedSeq) + 1;
  const steps = newestSteps([...done, { seq, changes }]);
  return { ...record, steps, applied: steps.length };
}

/**
 * The newest step that exceeds a full list does not count towards the changes: a person must be able to undo what
 * they agreed to last, however large it is.
 */
function newestSteps(steps: readonly StoredStep[]): readonly StoredStep[] {
  let first = steps.length;
  let changes = 0;
  let largeStep: StoredStep | undefined;
  while (first > 0 && steps.length - first < STEPS_RETAINED) {
    const step = steps[first - 1];
    if (step === undefined) break;
    if (largeStep === undefined && step.changes.length > BULK_UPDATE_CAP) largeStep = step;
    else changes += step.changes.length;
    if (changes > CHANGES_RETAINED) break;
    first -= 1;
  }
  return steps.slice(first);
}
