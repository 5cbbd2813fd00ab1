import { BULK_STATUS } from "../domain/bulk-update.ts";
import type { OutboxRecord, StoredAction, StoredBatch, StoredStep } from "../storage/outbox-record.ts";

/**
 * Puts the actions of the batches back into the list that hold nothing but this step and cannot have been sent.
 *
 * Batches go one after the other, so only the oldest one that is not done may be on its way. Whether that is so
 * is asked of the stored record: a tab that sends knows the same record or an older one, and in an older record
 * the oldest open batch is this one or one before it.
 */
export function unsealStep(record: OutboxRecord, step: StoredStep): OutboxRecord {
  const head = record.batches.findIndex(({ bulk }) => bulk?.status !== BULK_STATUS.completed);
  if (head < 0 || head === record.batches.length - 1) return record;
  const statuses = new Map(step.changes.map(({ insightId, after }) => [insightId, after]));
  const isOfStep = (action: StoredAction) =>
    statuses.get(action.insightId) === action.insightStatus && !record.actions.has(action.insightId);
  // From the end, so that nothing that stays sealed lies over what comes out.
  let from = record.batches.length;
  while (
    from - 1 > head &&
    neverSent(record.batches[from - 1]) &&
    record.batches[from - 1]?.actions.every(isOfStep)
  )
    from -= 1;
  if (from === record.batches.length) return record;
  const back = record.batches.slice(from).flatMap(({ actions }) => actions);
  const all = [...back, ...record.actions.values()].sort((a, b) => a.place - b.place);
  return {
    ...record,
    actions: new Map(all.map((action) => [action.insightId, action])),
    batches: record.batches.slice(0, from),
  };
}

function neverSent(batch: StoredBatch | undefined): boolean {
  return batch?.bulk === null;
}
