import { BULK_STATUS, type BulkStatus } from "../bulk-update.ts";
import type { InsightStatus } from "../insight/insight.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type StatusBatch,
  type StoredBatch,
  type StoredOutcome,
} from "./outbox-record.ts";
import { byInsight, rebasedBatches, rebasedList } from "./rebase.ts";
import { withFacts, withSettledKeys } from "./record-changes.ts";
import { withRefusalsOf } from "./refusals.ts";
import { statusSealed } from "./sealed-statuses.ts";

/** Transitions of the sealed batches. */

/** The server has stored a batch as a bulk update; a repeated answer changes nothing. */
export function submitBatch(
  record: OutboxRecord,
  batchId: string,
  bulk: {
    bulkId: string;
    message: string;
    status: BulkStatus;
    outcomes?: readonly StoredOutcome[];
    lastKey?: string;
  },
): OutboxRecord {
  const changed = changeBatch(record, batchId, (batch) =>
    batch.bulk?.bulkId === bulk.bulkId
      ? batch
      : { ...batch, bulk: { outcomes: [], ...bulk, roundsSince: 0 } },
  );
  return withFacts(changed, { blocked: blockedStill(record), waitMs: null });
}

/**
 * The message of a blocked bulk update stays while actions that came back from it are in the list, though a later
 * batch is under way: without it, "Send again" would be gone before a person could press it.
 */
function blockedStill({ actions, facts }: OutboxRecord): OutboxRecord["facts"]["blocked"] {
  return Array.from(actions.values()).some(({ returned }) => returned) ? facts.blocked : null;
}

/** The server does not know the bulk update any more (it was restored from a backup): the batch is sent again. */
export function forgetBulk(record: OutboxRecord, bulkId: string): OutboxRecord {
  const batch = batchOf(record, bulkId);
  return batch === undefined
    ? record
    : changeBatch(record, batch.batchId, (there) => ({ ...there, bulk: null }));
}

/**
 * The server's history is another one than before (restored, rolled back), in which bulk numbers mean nothing: every
 * batch is sent again under its key, those that were completed too, because what they did may be lost.
 */
export function forgetBulks(record: OutboxRecord): OutboxRecord {
  if (record.batches.every(({ bulk }) => bulk === null)) return record;
  return {
    ...record,
    batches: record.batches.map((batch) => (batch.bulk === null ? batch : { ...batch, bulk: null })),
  };
}

export interface BulkNews {
  bulkId: string;
  status: BulkStatus;
  message: string;
  outcomes: readonly StoredOutcome[];
  /** The key of the batch that has this number at the server; absent where the server does not say. */
  key?: string | null;
  /** See StoredBulk. */
  lastKey?: string;
}

/** For a blocked bulk update: how long its actions wait until they are sent again, and the new key of an automatic batch. */
export interface Retry {
  batchId: string;
  waitMs: number;
}

/**
 * Applies the state of a bulk update, from a poll or the feed. A completed one does not change any more.
 *
 * @param retryAfter called only for a blocked one, with the number of times that its actions were blocked before
 */
export function reportBulk(
  record: OutboxRecord,
  news: BulkNews,
  retryAfter: (blockedTimes: number) => Retry,
): OutboxRecord {
  const batch = batchOf(record, news.bulkId);
  if (batch?.bulk == null) return record;
  // A server that was rolled back has given the number to another batch.
  if (news.key !== undefined && news.key !== batch.batchId) return forgetBulk(record, news.bulkId);
  if (batch.bulk.status === BULK_STATUS.completed) return record;
  if (news.status === BULK_STATUS.blocked) {
    return restoreBlocked(record, batch, news, retryAfter(batch.blockedTimes));
  }
  const { status, message, outcomes } = news;
  if (batch.bulk.status === status && batch.bulk.message === message) return record;
  const bulk = { ...batch.bulk, status, message, outcomes: status === BULK_STATUS.completed ? outcomes : [] };
  return changeBatch(record, batch.batchId, (there) => ({ ...there, bulk }));
}

/**
 * Ends a pull round: counts it for every batch in `counted` (completed when the round began, or by the round) and
 * clears those that have now seen `roundsNeeded` of them. The feed needs two: a row that was replaced while the first
 * round ran comes with the next.
 */
export function settleRound(
  record: OutboxRecord,
  counted: ReadonlySet<string>,
  roundsNeeded: number,
): OutboxRecord {
  const batches: StoredBatch[] = [];
  let next = record;
  let changed = false;
  for (const batch of record.batches) {
    const { bulk } = batch;
    if (bulk?.status !== BULK_STATUS.completed || !counted.has(bulk.bulkId)) {
      batches.push(batch);
      continue;
    }
    changed = true;
    const roundsSince = bulk.roundsSince + 1;
    if (roundsSince < roundsNeeded) batches.push({ ...batch, bulk: { ...bulk, roundsSince } });
    else next = withSettledKeys(withRefusalsOf(next, batch, bulk), [batch.batchId]);
  }
  return changed ? withFacts({ ...next, batches }, batches.length === 0 ? { autoSentCount: 0 } : {}) : record;
}

/**
 * Derives the outcomes of completed batches for which the server gave none from the statuses that were read after
 * them: an insight that is not there is gone, one with another status was changed later.
 */
export function addOutcomes(
  record: OutboxRecord,
  bulkIds: ReadonlySet<string>,
  statuses: ReadonlyMap<string, InsightStatus>,
): OutboxRecord {
  // The status of an insight that a later batch changes tells nothing about the earlier batch.
  const outcomesOf = (batch: StatusBatch, index: number): StoredOutcome[] =>
    batch.actions.flatMap(({ insightId, deviceId, insightStatus }) => {
      const seen = statuses.get(insightId);
      const later = { ...record, batches: record.batches.slice(index + 1) };
      if (seen === insightStatus || statusSealed(later, insightId) !== undefined) return [];
      return [
        { insightId, deviceId, outcome: seen === undefined ? "gone" : "superseded", by: null, atMs: null },
      ];
    });
  const batches = record.batches.map((batch, index): StoredBatch => {
    const { bulk } = batch;
    if (!isStatusBatch(batch) || bulk?.status !== BULK_STATUS.completed) return batch;
    if (!bulkIds.has(bulk.bulkId) || bulk.outcomes.length > 0) return batch;
    const outcomes = outcomesOf(batch, index);
    return outcomes.length === 0 ? batch : { ...batch, bulk: { ...bulk, outcomes } };
  });
  return { ...record, batches };
}

/**
 * Takes a blocked batch back; nothing of it was applied. Actions that a later batch or the list supersedes are
 * dropped. The others are sealed again under another key if the batch was sealed automatically, else they return to
 * the list.
 */
function restoreBlocked(
  record: OutboxRecord,
  blocked: StoredBatch,
  news: BulkNews,
  retry: Retry,
): OutboxRecord {
  const facts = { blocked: { bulkId: news.bulkId, message: news.message }, waitMs: retry.waitMs };
  const settled = withSettledKeys(record, [blocked.batchId]);
  const again = <Batch extends StoredBatch>(batch: Batch): Batch => ({
    ...batch,
    batchId: retry.batchId,
    blockedTimes: batch.blockedTimes + 1,
    bulk: null,
  });
  if (!isStatusBatch(blocked)) {
    const batches = record.batches.map((batch) => (batch === blocked ? again(blocked) : batch));
    return withFacts({ ...settled, batches }, facts);
  }
  const place = record.batches.indexOf(blocked);
  // Only later work supersedes: an earlier batch may be completed and wait for the mirror, with the very statuses
  // that this one was to change.
  const after = rebasedBatches(record.batches.slice(place + 1), blocked.actions);
  const earlier = record.batches.slice(0, place);
  const later = { ...record, batches: after };
  const rest = blocked.actions.filter(
    ({ insightId, insightStatus, base }) =>
      // After an earlier batch was blocked and this one was rebased, an action may equal its base.
      insightStatus !== base &&
      !record.actions.has(insightId) &&
      statusSealed(later, insightId) === undefined,
  );
  const list = rebasedList(later, blocked.actions);
  if (!blocked.automatic) {
    const returned = rest.map((action) => ({ ...action, returned: true }));
    const merged = [...list, ...returned].sort((a, b) => a.place - b.place);
    return withFacts({ ...settled, batches: [...earlier, ...after], actions: byInsight(merged) }, facts);
  }
  const sealedAnew: StatusBatch = { ...again(blocked), actions: rest };
  const batches = [...earlier, ...(rest.length === 0 ? [] : [sealedAnew]), ...after];
  return withFacts({ ...settled, actions: byInsight(list), batches }, facts);
}

function batchOf(record: OutboxRecord, bulkId: string): StoredBatch | undefined {
  return record.batches.find((batch) => batch.bulk?.bulkId === bulkId);
}

function changeBatch(
  record: OutboxRecord,
  batchId: string,
  change: (batch: StoredBatch) => StoredBatch,
): OutboxRecord {
  return {
    ...record,
    batches: record.batches.map((batch) => (batch.batchId === batchId ? change(batch) : batch)),
  };
}

/** The server knows this key for another body: the batch is sent under a new one. */
export function rekeyBatch(record: OutboxRecord, batchId: string, newId: string): OutboxRecord {
  return changeBatch(withSettledKeys(record, [batchId]), batchId, (batch) => ({ ...batch, batchId: newId }));
}

/** Clears the message of the blocked bulk update, and the number of actions sealed on reconnection. */
export function dismissMessage(record: OutboxRecord): OutboxRecord {
  return withFacts(record, { blocked: null, autoSentCount: 0 });
}
