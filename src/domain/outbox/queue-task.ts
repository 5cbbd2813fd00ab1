import { BULK_STATUS } from "../bulk-update.ts";
import type { OutboxRecord, StoredBatch, StoredBulk } from "./outbox-record.ts";

/** What the record asks sync to do. */

/** Whether the list holds an action made offline, which is why the whole list is sealed and sent on reconnection. */
export function hasOfflineActions(record: OutboxRecord): boolean {
  return Array.from(record.actions.values()).some((action) => action.offline);
}

/** What the queue asks for next; batches go one after the other. */
export type QueueTask =
  | { kind: "rest" }
  | { kind: "held"; untilMs: number }
  | { kind: "send"; batch: StoredBatch }
  | { kind: "poll"; batch: StoredBatch; bulk: StoredBulk };

/** @param knows which kinds this version can send: what a newer one stored waits for it, and blocks nothing */
export function nextTask(
  record: OutboxRecord,
  nowMs: number,
  knows: (kind: string) => boolean = () => true,
): QueueTask {
  // A batch that is done and only waits for the mirror does not keep the next one from going.
  const batch = record.batches.find(
    ({ bulk, kind }) => bulk?.status !== BULK_STATUS.completed && knows(kind),
  );
  if (batch === undefined) return { kind: "rest" };
  if (batch.bulk !== null) return { kind: "poll", batch, bulk: batch.bulk };
  const { heldUntilMs } = record.facts;
  if (heldUntilMs !== null && heldUntilMs > nowMs) return { kind: "held", untilMs: heldUntilMs };
  return { kind: "send", batch };
}
