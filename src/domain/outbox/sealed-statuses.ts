import type { InsightStatus } from "../insight/insight.ts";
import { isStatusBatch, type OutboxRecord, type StoredAction, type StoredBatch } from "./outbox-record.ts";

/** With so many batches and lookups, one index of all batches is cheaper than a lookup in each batch. */
const INDEXED_FROM = 32;

/** The status of an insight in the latest sealed batch that names it. */
export function statusSealed(record: OutboxRecord, insightId: string): InsightStatus | undefined {
  const latest = record.batches.findLast((batch) => sealedStatuses(batch).has(insightId));
  return latest && sealedStatuses(latest).get(insightId);
}

const NO_STATUSES: ReadonlyMap<string, InsightStatus> = new Map();
/** A batch's actions never change, so its index is made once. */
const sealedIndex = new WeakMap<readonly StoredAction[], ReadonlyMap<string, InsightStatus>>();

function sealedStatuses(batch: StoredBatch): ReadonlyMap<string, InsightStatus> {
  if (!isStatusBatch(batch)) return NO_STATUSES;
  let index = sealedIndex.get(batch.actions);
  if (index === undefined) {
    index = new Map(batch.actions.map((action) => [action.insightId, action.insightStatus]));
    sealedIndex.set(batch.actions, index);
  }
  return index;
}

/** `statusSealed` for many lookups: with many batches it makes one index first. */
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
