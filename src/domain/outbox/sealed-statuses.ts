import type { InsightStatus } from "../insight/insight.ts";
import { isStatusBatch, type OutboxRecord, type StoredAction, type StoredBatch } from "./outbox-record.ts";

/** From so many batches and lookups on, one index of all batches costs less than a lookup in each. */
const INDEXED_FROM = 32;

/** The status that the latest sealed batch with this insight gives it. */
export function statusSealed(record: OutboxRecord, insightId: string): InsightStatus | undefined {
  for (let index = record.batches.length - 1; index >= 0; index -= 1) {
    const found = sealedStatuses(record.batches[index]).get(insightId);
    if (found !== undefined) return found;
  }
  return undefined;
}

const NO_STATUSES: ReadonlyMap<string, InsightStatus> = new Map();
/** A batch's actions never change, so its index is made once. */
const sealedIndex = new WeakMap<readonly StoredAction[], ReadonlyMap<string, InsightStatus>>();

function sealedStatuses(batch: StoredBatch | undefined): ReadonlyMap<string, InsightStatus> {
  if (batch === undefined || !isStatusBatch(batch)) return NO_STATUSES;
  let index = sealedIndex.get(batch.actions);
  if (index === undefined) {
    index = new Map(batch.actions.map((action) => [action.insightId, action.insightStatus]));
    sealedIndex.set(batch.actions, index);
  }
  return index;
}

/** `statusSealed` for so many lookups: of many batches one index is made first. */
export function sealedIn(
  record: OutboxRecord,
  lookups: number,
): (insightId: string) => InsightStatus | undefined {
  if (record.batches.length < INDEXED_FROM || lookups < INDEXED_FROM) {
    return (insightId) => statusSealed(record, insightId);
  }
  const index = new Map<string, InsightStatus>();
  for (const { actions } of record.batches.filter(isStatusBatch)) {
    for (const { insightId, insightStatus } of actions) index.set(insightId, insightStatus);
  }
  return (insightId) => index.get(insightId);
}

/** The status that the outbox gives an insight: the list, else the sealed batches. */
export function shownIn(
  record: OutboxRecord,
  lookups: number,
): (insightId: string) => InsightStatus | undefined {
  const sealed = sealedIn(record, lookups);
  return (insightId) => record.actions.get(insightId)?.insightStatus ?? sealed(insightId);
}
