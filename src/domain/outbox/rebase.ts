import { isStatusBatch, type OutboxRecord, type StoredAction, type StoredBatch } from "./outbox-record.ts";
import { statusSealed } from "./sealed-statuses.ts";

/** Rebase: actions over a batch of which nothing was applied move to the base of its actions. */

/**
 * Moves the first later batch with an insight of the failed one to the failed action's base. A sealed batch may be
 * changed here: batches are sent one after the other, so those behind the failed one were never sent.
 */
export function rebasedBatches(
  later: readonly StoredBatch[],
  failed: readonly StoredAction[],
): readonly StoredBatch[] {
  const bases = new Map(failed.map((action) => [action.insightId, action.base]));
  return later.map((batch) => {
    if (!isStatusBatch(batch) || !batch.actions.some(({ insightId }) => bases.has(insightId))) return batch;
    const actions = batch.actions.map((action) => {
      const base = bases.get(action.insightId);
      bases.delete(action.insightId);
      return base === undefined ? action : { ...action, base };
    });
    return { ...batch, actions };
  });
}

/** Moves the list's actions to the bases of the failed actions; those that then equal their base are removed. */
export function rebasedList(later: OutboxRecord, failed: readonly StoredAction[]): StoredAction[] {
  const bases = new Map(failed.map((action) => [action.insightId, action.base]));
  return Array.from(later.actions.values(), (action) => {
    const base = bases.get(action.insightId);
    const covered = base === undefined || statusSealed(later, action.insightId) !== undefined;
    return covered ? action : { ...action, base };
  }).filter((action) => action.insightStatus !== action.base);
}

export function byInsight(actions: readonly StoredAction[]): Map<string, StoredAction> {
  return new Map(actions.map((action) => [action.insightId, action]));
}
