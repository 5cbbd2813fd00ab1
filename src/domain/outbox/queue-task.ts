import { BULK_STATUS } from "../bulk-update.ts";
import { isStatusBatch, type OutboxRecord, type StoredBatch, type StoredBulk } from "./outbox-record.ts";

/** The next task of sync, derived from the record. */

/** Whether the list holds an action made offline; such a list is sealed and sent on reconnection. */
export function hasOfflineActions(actions: Iterable<{ offline: boolean }>): boolean {
  for (const { offline } of actions) if (offline) return true;
  return false;
}

/** The next task of the queue; batches are sent one after the other. */
export type QueueTask =
  | { kind: "rest" }
  /** The batch waits so long after a blocked bulk update. */
  | { kind: "blocked"; batch: StoredBatch; waitMs: number }
  /** The next batch can still be taken back. */
  | { kind: "held"; batch: StoredBatch }
  | { kind: "send"; batch: StoredBatch }
  | { kind: "poll"; batch: StoredBatch; bulk: StoredBulk };

/**
 * @param isWaitOver whether a batch has waited after a blocked bulk update, as the caller measures it
 * @param knows the kinds that this version can send; a batch of a newer version waits for it and blocks nothing
 */
export function nextTask(
  record: OutboxRecord,
  isWaitOver: (batch: StoredBatch) => boolean,
  knows: (kind: string) => boolean = () => true,
): QueueTask {
  // A completed batch that waits for the mirror does not block the next one.
  const batch = record.batches.find(
    ({ bulk, kind }) => bulk?.status !== BULK_STATUS.completed && knows(kind),
  );
  if (batch === undefined) return { kind: "rest" };
  if (batch.bulk !== null) return { kind: "poll", batch, bulk: batch.bulk };
  if (batch.held) return { kind: "held", batch };
  const { waitMs } = record.facts;
  if (waitMs !== null && !isWaitOver(batch)) return { kind: "blocked", batch, waitMs };
  return { kind: "send", batch };
}

/**
 * The key of the newest call that the server has carried out, of the batches that are still in the outbox; null for
 * none. A server that does not know it lost a part of its history, and all before it may be lost as well.
 */
export function lastCompletedKey({ batches }: OutboxRecord): string | null {
  const keys = batches.flatMap((batch) => {
    if (batch.bulk?.status !== BULK_STATUS.completed) return [];
    return isStatusBatch(batch) ? [batch.batchId] : (batch.bulk.lastKey ?? []);
  });
  return keys.at(-1) ?? null;
}
