import { isStatusBatch, type OutboxRecord, type StoredBatch } from "./outbox-record.ts";
import { withSettledKeys } from "./record-changes.ts";

/**
 * Transitions of held batches. Whether a batch may be sent is stored, and both changes are transactions over the same
 * record: a batch is either taken back or sent, whichever tab is asked first.
 */

/** The batch may be sent from now on. */
export function releaseHeld(record: OutboxRecord, batchId: string): OutboxRecord {
  const batches = record.batches.map((batch): StoredBatch => {
    if (batch.batchId !== batchId || !batch.held) return batch;
    const { held: _, ...released } = batch;
    return released;
  });
  return { ...record, batches };
}

/** How many keys are remembered as taken back: far more than the undo of another tab can name. */
const TAKEN_BACK_RETAINED = 100;

/**
 * Takes a held batch back, with the held batches of its kind that build on it: later steps of the same subjects.
 *
 * @returns the same record where it was taken back already, as by another tab; null where it is on its way
 */
export function dropHeld(record: OutboxRecord, batchId: string): OutboxRecord | null {
  const place = record.batches.findIndex((batch) => batch.batchId === batchId && batch.held);
  const dropped = record.batches[place];
  if (dropped === undefined) return record.takenBack.includes(batchId) ? record : null;
  const subjects = subjectsOf(dropped);
  const buildsOn = (batch: StoredBatch) =>
    batch.held === true &&
    batch.kind === dropped.kind &&
    [...subjectsOf(batch)].some((subject) => subjects.has(subject));
  const out = [dropped, ...record.batches.slice(place + 1).filter(buildsOn)];
  const keys = out.map((batch) => batch.batchId);
  return {
    // The keys are remembered, so that importing a file exported before does not bring the batches back.
    ...withSettledKeys(record, keys),
    takenBack: [...record.takenBack, ...keys].slice(-TAKEN_BACK_RETAINED),
    batches: record.batches.filter((batch) => !out.includes(batch)),
  };
}

function subjectsOf(batch: StoredBatch): ReadonlySet<string> {
  return isStatusBatch(batch)
    ? new Set(batch.actions.map(({ insightId }) => insightId))
    : new Set(batch.actions.map(({ subject }) => subject));
}
