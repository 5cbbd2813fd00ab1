import type { BatchRefusal } from "../bulk-update.ts";
import { rebasedWrites } from "./field-edits.ts";
import { isStatusBatch, type OutboxRecord, type StoredBatch, type StoredOutcome } from "./outbox-record.ts";
import { byInsight, rebasedBatches, rebasedList } from "./rebase.ts";
import { withFacts, withSettledKeys } from "./record-changes.ts";
import { withRefusalsOf } from "./refusals.ts";
import { statusSealed } from "./sealed-statuses.ts";

/** Why the server refused a whole batch for good. */
export interface LastingRefusal {
  outcome: BatchRefusal | "gone";
  /** Left out where the server gave no reason. */
  said?: string;
  /** The field that it names. */
  saidOf?: string;
}

/**
 * Removes a refused batch, so that the next ones are sent. Its actions join the list of refusals, except those that a
 * later batch or the list supersedes.
 */
export function refuseBatch(record: OutboxRecord, batchId: string, refusal: LastingRefusal): OutboxRecord {
  const place = record.batches.findIndex((batch) => batch.batchId === batchId && batch.bulk === null);
  const refused = record.batches[place];
  if (refused === undefined) return record;
  const left = withoutBatch(record, refused, place);
  const rest = stillWanted(record, refused, place);
  const outcomes = rest.actions.map((action): StoredOutcome => {
    const insightId = "insightId" in action ? action.insightId : action.subject;
    return { insightId, deviceId: action.deviceId, by: null, atMs: null, ...refusal };
  });
  // The key is remembered, so that importing a file exported before does not bring the batch back.
  const next = withSettledKeys(withRefusalsOf(left, rest, { bulkId: batchId, outcomes }), [batchId]);
  return withFacts(next, next.batches.length === 0 ? { autoSentCount: 0 } : {});
}

function withoutBatch(record: OutboxRecord, refused: StoredBatch, place: number): OutboxRecord {
  const earlier = record.batches.slice(0, place);
  const after = record.batches.slice(place + 1);
  if (!isStatusBatch(refused)) {
    return { ...record, batches: [...earlier, ...rebasedWrites(after, refused)] };
  }
  const rebased = rebasedBatches(after, refused.actions);
  const list = rebasedList({ ...record, batches: rebased }, refused.actions);
  return { ...record, batches: [...earlier, ...rebased], actions: byInsight(list) };
}

/** An earlier batch does not supersede: it may be completed and wait for the mirror. */
function stillWanted(record: OutboxRecord, refused: StoredBatch, place: number): StoredBatch {
  if (!isStatusBatch(refused)) return refused;
  const later = { ...record, batches: record.batches.slice(place + 1) };
  const actions = refused.actions.filter(
    ({ insightId, insightStatus, base }) =>
      insightStatus !== base &&
      !record.actions.has(insightId) &&
      statusSealed(later, insightId) === undefined,
  );
  return { ...refused, actions };
}
