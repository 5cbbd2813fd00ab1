import { BULK_STATUS } from "../domain/bulk-update.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type StatusBatch,
  type StoredAction,
  type StoredBatch,
  type StoredStep,
} from "../storage/outbox-record.ts";
import { withSettledKeys } from "./outbox-seal.ts";

/**
 * Puts the actions of the batches back into the list that hold nothing but this step and cannot have been sent.
 *
 * Batches go one after the other, so only the oldest one that is not done may be on its way. Whether that is so
 * is asked of the stored record: a tab that sends knows the same record or an older one, and in an older record
 * the oldest open batch is this one or one before it. The oldest itself stays sealed even where it was never tried:
 * a tab that begins to send says so nowhere that lasts, so nobody else can know.
 */
export function unsealStep(record: OutboxRecord, step: StoredStep): OutboxRecord {
  // What was said since the last Save lies in no batch, though one may give its insight the same status.
  if (step.seq > record.facts.sealedSeq) return record;
  const head = record.batches.findIndex(({ bulk }) => bulk?.status !== BULK_STATUS.completed);
  if (head < 0 || head === record.batches.length - 1) return record;
  const statuses = new Map(step.changes.map(({ insightId, after }) => [insightId, after]));
  const isOfStep = (action: StoredAction) =>
    statuses.get(action.insightId) === action.insightStatus && !record.actions.has(action.insightId);
  // From the end, so that nothing that stays sealed lies over what comes out.
  const out: StatusBatch[] = [];
  for (const batch of record.batches.slice(head + 1).reverse()) {
    if (!neverSent(batch) || !batch.actions.every(isOfStep)) break;
    out.unshift(batch);
  }
  if (out.length === 0) return record;
  const back = out.flatMap(({ actions }) => actions);
  const all = [...back, ...record.actions.values()].sort((a, b) => a.place - b.place);
  // A file that was exported before must not bring them back.
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
