import {
  isStatusBatch,
  type OutboxRecord,
  type StoredAction,
  type StoredBatch,
} from "../storage/outbox-record.ts";
import { statusSealed } from "./outbox-sealed.ts";

/** What lies over a batch of which nothing was applied: pure functions. */

/**
 * The first batch that lay over an action of one that failed lies over what was beneath that. It may be changed:
 * batches go one after the other, so what is behind the one that failed was never sent.
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

/** The list's actions that lay over a batch that failed now lie over what was beneath that. */
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
