import { BULK_STATUS } from "../bulk-update.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type StatusBatch,
  type StoredAction,
  type StoredBatch,
  type StoredStep,
} from "./outbox-record.ts";
import { withSettledKeys } from "./record-changes.ts";

/**
 * Returns the actions of batches to the list that hold nothing but this step and cannot have been sent.
 *
 * Batches are sent one after the other, so only the oldest one that is not completed may be on its way. The stored
 * record decides which one that is: a tab that sends has the same record or an older one, and in an older record the
 * oldest open batch is this one or one before it. The oldest stays sealed even if it was never sent, because the
 * start of a request is not stored and other tabs cannot know of it.
 */
export function unsealStep(record: OutboxRecord, step: StoredStep): OutboxRecord {
  // A step since the last seal is in no batch, even where a batch gives its insight the same status.
  if (step.seq > record.facts.sealedSeq) return record;
  const head = record.batches.findIndex(({ bulk }) => bulk?.status !== BULK_STATUS.completed);
  const statuses = new Map(step.changes.map(({ insightId, after }) => [insightId, after]));
  const isOfStep = (action: StoredAction) =>
    statuses.get(action.insightId) === action.insightStatus && !record.actions.has(action.insightId);
  // From the end, so that no batch that stays sealed lies over one that is unsealed.
  const out: StatusBatch[] = [];
  for (const batch of record.batches.slice(head + 1).reverse()) {
    if (!neverSent(batch) || !batch.actions.every(isOfStep)) break;
    out.unshift(batch);
  }
  if (out.length === 0) return record;
  const back = out.flatMap(({ actions }) => actions);
  const all = [...back, ...record.actions.values()].sort((a, b) => a.place - b.place);
  // The keys are remembered, so that importing a file exported before does not bring the batches back.
  return {
    ...withSettledKeys(
      record,
      out.map(({ batchId }) => batchId),
    ),
    actions: new Map(all.map((action) => [action.insightId, action])),
    batches: record.batches.slice(0, -out.length),
  };
}

function neverSent(batch: StoredBatch): batch is StatusBatch {
  return isStatusBatch(batch) && batch.bulk === null;
}
