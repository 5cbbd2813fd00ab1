import { BULK_STATUS } from "../../../domain/bulk-update.ts";
import type { Clock } from "../../../domain/clock.ts";
import { INSIGHT_STATUS, isStatusBatch, type StoredBatch } from "../../../domain/outbox/outbox-record.ts";
import type { BulkNews } from "../../../domain/outbox/queue.ts";
import { isMoment, isoTime, isoTimeOrNull } from "../../../domain/time.ts";
import { BULK_STATUS_SENTENCES } from "../../../messages/server/insights.ts";
import type { HttpOutcome } from "../../../platform/http.ts";
import type { ServerCalls } from "../../connection/server-calls.ts";
import { readOutcomes } from "../bulk-outcomes.ts";

/**
 * How sealed actions of one kind reach the server. The outbox records, seals, orders, retries and confirms them
 * alike; a kind only knows its own calls. Calls set absolute values, so that a second arrival changes nothing.
 */
export interface ActionKind {
  readonly name: string;
  /**
   * Composes a batch with what is fresh at this moment and sends it under its key (`batchId`). It is called again
   * with the same batch until it answers, or our server refuses the whole of it for good (`lastingRefusal`): then
   * the queue lists its actions as refused. Where only some actions are refused, it must be an answer with
   * outcomes. A refusal "key_reused" gives the batch a new key; any other is taken for a passing one. An answer
   * with status 2 is its end; with any other, `ask` follows its `bulkId` from there.
   *
   * @param afterKey sent with each call, see AFTER_KEY_PARAMETER; null where nothing is known to be done
   */
  send(batch: StoredBatch, signal: AbortSignal, afterKey: string | null): Promise<HttpOutcome<BulkNews>>;
  /**
   * Asks for the state of a submitted batch. A 404 means that the server does not know it any more: it is sent again.
   */
  ask(bulkId: string, signal: AbortSignal): Promise<HttpOutcome<BulkNews>>;
}

/** Statuses of insights: the specification's bulk update, and its state by number. */
export function insightStatusKind(
  calls: Pick<ServerCalls, "postBatch" | "bulkUpdate">,
  clock: Clock,
): ActionKind {
  return {
    name: INSIGHT_STATUS,
    async send(batch, signal, afterKey) {
      if (!isStatusBatch(batch)) throw new TypeError(`a batch of ${batch.kind} is not for bulk updates`);
      const sentAtMs = clock.now();
      // A server of the specification alone never said its time, and gets none.
      const isTimed = batch.actions.some(({ aheadMs }) => aheadMs !== undefined);
      const items = batch.actions.map(
        ({ insightId, deviceId, insightStatus, base, seen, atMs, aheadMs }) => ({
          insightId,
          deviceId,
          insightStatus,
          base,
          ...(aheadMs !== undefined && { ageMs: sentAtMs - atMs, clockAheadMs: aheadMs }),
          ...(seen !== undefined &&
            isMoment(seen.timeStampMs) && {
              timeStamp: isoTime(seen.timeStampMs),
              fileCtime: isoTimeOrNull(seen.fileCtimeMs),
            }),
        }),
      );
      const outcome = await calls.postBatch(
        batch.batchId,
        { items, sentAtMs: isTimed ? sentAtMs : null },
        signal,
        afterKey,
      );
      if (outcome.kind !== "answer") return outcome;
      const status = BULK_STATUS.waiting;
      const { bulkId } = outcome.value.message;
      return { ...outcome, value: { bulkId, status, message: BULK_STATUS_SENTENCES[status], outcomes: [] } };
    },
    async ask(bulkId, signal) {
      const outcome = await calls.bulkUpdate(bulkId, signal);
      if (outcome.kind !== "answer") return outcome;
      const { status, message, items, key } = outcome.value.message;
      return {
        ...outcome,
        value: { bulkId, status, message, outcomes: readOutcomes(items), ...(key !== undefined && { key }) },
      };
    },
  };
}
