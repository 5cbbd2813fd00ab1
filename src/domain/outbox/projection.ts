import { BULK_STATUS, type BulkStatus } from "../bulk-update.ts";
import type { InsightStatus } from "../insight/insight.ts";
import { stillHolds } from "./field-edits.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type StoredBatch,
  type StoredRefusal,
  type WriteValue,
} from "./outbox-record.ts";

/** The record as other parts of the program read it. */

export interface UnsavedAction {
  id: string;
  insightId: string;
  deviceId: string;
  insightStatus: InsightStatus;
  base: InsightStatus;
  atMs: number;
  /** Made without a connection: the list is sealed and sent automatically on reconnection. */
  offline: boolean;
}

export type BatchPhase = "sealed" | "sending" | "submitted" | "confirming";

export interface BatchState {
  /** The idempotency key. */
  batchId: string;
  /** Counted from 1 since the queue was empty last. */
  position: number;
  count: number;
  phase: BatchPhase;
  bulkId: string | null;
  status: BulkStatus | null;
  sealedAtMs: number;
}

/** An entry of the list of refusals. */
export type RefusedItem = StoredRefusal;

export interface OutboxState {
  /** False until the stored outbox was read. */
  ready: boolean;
  unsaved: readonly UnsavedAction[];
  canUndo: boolean;
  canRedo: boolean;
  batches: readonly BatchState[];
  /** The latest bulk update's literal message, until it is dismissed. */
  bulk: { bulkId: string; message: string; status: BulkStatus } | null;
  /** The number of actions in the list that a blocked bulk update returned. */
  returned: number;
  /** "Send again" would send something: actions that came back are in the list, or a batch waits after a blocked one. */
  maySendAgain: boolean;
  refused: readonly RefusedItem[];
  /** The number of actions sealed automatically on reconnection; shown once. */
  autoSentCount: number;
  /** The number of unsaved and sealed actions: those that the server has not confirmed. */
  unsentCount: number;
  /** Set when the outbox could not be written; the sentence says what is safe. */
  storageError: boolean;
  /** What was stored was deleted under this page and could not be stored anew: closing the page would lose it. */
  onlyInPage: boolean;
  /** False for a role that may not send: sealed batches stay on this device. */
  maySend: boolean;
}

/** The state of a tab beside the stored record. */
export interface OutboxMoment {
  ready: boolean;
  storageError: boolean;
  /** What was stored was deleted, and could not be stored anew yet. */
  onlyInPage: boolean;
  /** False for a role that may not send: sealed batches stay. */
  maySend: boolean;
  /** The batch whose POST this tab is sending. */
  sendingId: string | null;
  /** The message of the bulk update that completed last, until it is dismissed, or new work waits. */
  completed: { bulkId: string; message: string } | null;
}

/** The record as screens see it. */
export function stateOf(record: OutboxRecord, moment: OutboxMoment): OutboxState {
  const unsaved = [...record.actions.values()];
  const waiting = record.batches.filter(({ bulk }) => bulk?.status !== BULK_STATUS.completed);
  const returned = unsaved.filter((action) => action.returned).length;
  return {
    ready: moment.ready,
    unsaved,
    canUndo: record.applied > 0,
    canRedo: record.applied < record.steps.length,
    batches: record.batches.map((batch) => ({
      batchId: batch.batchId,
      position: batch.position,
      count: batch.actions.length,
      phase: phaseOf(batch, moment.sendingId),
      bulkId: batch.bulk?.bulkId ?? null,
      status: batch.bulk?.status ?? null,
      sealedAtMs: batch.sealedAtMs,
    })),
    bulk: bulkShown(waiting, record, moment),
    returned,
    maySendAgain: returned > 0 || (record.facts.waitMs !== null && waiting.some(({ bulk }) => bulk === null)),
    refused: record.refused,
    autoSentCount: record.facts.autoSentCount,
    unsentCount: waiting.reduce((sum, batch) => sum + batch.actions.length, unsaved.length),
    storageError: moment.storageError,
    onlyInPage: moment.onlyInPage,
    maySend: moment.maySend,
  };
}

/** The status that the outbox gives each insight that it names: the batches in their order, then the list. */
export function overlayOf(record: OutboxRecord): Map<string, InsightStatus> {
  const overlay = new Map<string, InsightStatus>();
  for (const batch of record.batches) {
    if (!isStatusBatch(batch)) continue;
    for (const action of batch.actions) overlay.set(action.insightId, action.insightStatus);
  }
  for (const action of record.actions.values()) overlay.set(action.insightId, action.insightStatus);
  return overlay;
}

/** The same for another kind: by subject, the value that waits; of fields, those that any batch changes. */
export function writesOf(record: OutboxRecord, kind: string): Map<string, WriteValue> {
  const values = new Map<string, WriteValue>();
  for (const batch of record.batches) {
    if (isStatusBatch(batch) || batch.kind !== kind) continue;
    for (const action of batch.actions) {
      const { subject } = action;
      const value = stillHolds(action, batch.bulk);
      if (value === null) continue;
      const under = values.get(subject);
      const fields = typeof value === "object" && typeof under === "object";
      values.set(subject, fields ? { ...under, ...value } : value);
    }
  }
  return values;
}

/** Whether there is work that was in no completed bulk update, so that "completed" must not be shown. */
export function hasNewWork(before: OutboxRecord, after: OutboxRecord): boolean {
  if (after.actions.size > 0) return true;
  const known = new Set(before.batches.map(({ batchId }) => batchId));
  return after.batches.some(
    ({ batchId, bulk }) => bulk?.status !== BULK_STATUS.completed && !known.has(batchId),
  );
}

/** The bulk update that was completed between two records, if one was. */
export function newlyCompleted(before: OutboxRecord, after: OutboxRecord): OutboxMoment["completed"] {
  const wasOpen = new Set(
    before.batches
      .filter(({ bulk }) => bulk !== null && bulk.status !== BULK_STATUS.completed)
      .map(({ batchId }) => batchId),
  );
  // The message is about bulk updates of statuses; edits of other kinds are reported where they were made.
  const batch = after.batches.findLast(
    (one) => isStatusBatch(one) && one.bulk?.status === BULK_STATUS.completed && wasOpen.has(one.batchId),
  );
  return batch?.bulk == null ? null : { bulkId: batch.bulk.bulkId, message: batch.bulk.message };
}

function phaseOf({ batchId, bulk }: StoredBatch, sendingId: string | null): BatchPhase {
  if (bulk === null) return batchId === sendingId ? "sending" : "sealed";
  return bulk.status === BULK_STATUS.completed ? "confirming" : "submitted";
}

/** The message to show: of the running bulk update, else of the last one that ended. */
function bulkShown(
  waiting: readonly StoredBatch[],
  record: OutboxRecord,
  { completed }: OutboxMoment,
): OutboxState["bulk"] {
  const running = waiting.find(({ bulk }) => bulk !== null)?.bulk;
  if (running) return { bulkId: running.bulkId, message: running.message, status: running.status };
  if (record.facts.blocked !== null) return { ...record.facts.blocked, status: BULK_STATUS.blocked };
  if (completed === null) return null;
  // "Completed" is shown after the last of several, not after each.
  const status = waiting.length > 0 ? BULK_STATUS.waiting : BULK_STATUS.completed;
  return { ...completed, status };
}

/** Keys of all batches that are or were in the queue. */
export function knownKeys({ settledKeys, batches }: OutboxRecord): Set<string> {
  return new Set([...settledKeys, ...batches.map(({ batchId }) => batchId)]);
}
