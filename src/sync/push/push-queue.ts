import { BULK_STATUS } from "../../domain/bulk-update.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type StoredBatch,
  UNDO_HOLD_MS,
} from "../../domain/outbox/outbox-record.ts";
import type { BulkNews } from "../../domain/outbox/queue.ts";
import { lastCompletedKey, nextTask, type QueueTask } from "../../domain/outbox/queue-task.ts";
import type { HttpOutcome } from "../../platform/http.ts";
import type { Timers } from "../../platform/timers.ts";
import { MAX_DELAY_MS } from "../connection/backoff.ts";
import type { Connection } from "../connection/connection.ts";
import type { WakeUp } from "../connection/wake-up.ts";
import { type BlockedRetryParts, blockedRetry } from "../outbox/blocked-retry.ts";
import type { ActionKind } from "../outbox/kinds/action-kind.ts";
import { lastingRefusal } from "../outbox/lasting-refusal.ts";
import type { StoredOutbox } from "../outbox/stored-outbox.ts";
import type { QueueWait, QueueWaitReason } from "../sync-status.ts";
import type { SyncTimings } from "../sync-timings.ts";
import { type Measured, measureWaits } from "./measured-waits.ts";
import { createRetries, GO_ON, type Pause, UNTIL_WOKEN } from "./queue-pause.ts";

export interface PushParts extends BlockedRetryParts {
  /** One entry for each kind of action that this version can send. */
  kinds: readonly ActionKind[];
  outbox: StoredOutbox;
  connection: Connection;
  maySave: boolean;
  timings: Pick<SyncTimings, "pollAtMs" | "pollEveryMs" | "pollBusyAtMs">;
  timers: Timers;
  /** Called when a batch was found completed, or was refused for good: the mirror should follow. */
  onCompleted: () => void;
  /** Called when the queue begins to wait, and with null when it goes on; after an error answer, when a try has succeeded. */
  onWait: (wait: QueueWait | null) => void;
}

/** Sends the sealed batches one after the other, and polls their state. */
export interface PushQueue {
  /** Runs in the leading tab until it is stopped. */
  run(wakeUp: WakeUp, signal: AbortSignal): Promise<void>;
  /** Asks about the open bulk update now, from any tab. */
  pollNow(signal: AbortSignal): Promise<void>;
}

type Polled = Extract<QueueTask, { kind: "poll" }>;

export function createPushQueue(parts: PushParts): PushQueue {
  const { outbox, connection } = parts;
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const next = (isWaitOver: (batch: StoredBatch) => boolean) =>
    nextTask(outbox.record(), isWaitOver, (kind) => kinds.has(kind));
  const { succeeded, retry, notStored, serverError, forgetError } = createRetries(parts);
  const reportWait = (why: QueueWaitReason | null, leftMs: number) =>
    parts.onWait(why === null ? null : { why, untilMs: parts.timers.elapsedMs() + leftMs });
  const untilPoll = createPollSchedule(parts);

  /** One step. */
  const step = async ({ holds, waits }: Measured, signal: AbortSignal): Promise<Pause> => {
    if (!parts.maySave) return UNTIL_WOKEN;
    const { batches } = outbox.record();
    const held = batches.filter((batch) => batch.held);
    for (const batch of held) holds.start(batch, UNDO_HOLD_MS);
    holds.keep(held);
    waits.keep(batches);
    const task = next(waits.isOver);
    switch (task.kind) {
      case "rest":
        forgetError();
        return UNTIL_WOKEN;
      case "blocked":
        // A longer wait than any that this version stores is none.
        waits.start(task.batch, Math.min(task.waitMs, MAX_DELAY_MS));
        return { ...UNTIL_WOKEN, why: "blocked", shownMs: waits.leftMs(task.batch) };
      case "held":
        if (holds.isOver(task.batch)) return release(task.batch);
        return { ...UNTIL_WOKEN, why: "held", shownMs: holds.leftMs(task.batch) };
      case "send":
        return send(task.batch, signal);
      case "poll":
        return pollInTime(task, signal);
    }
  };

  const kindOf = ({ kind }: StoredBatch): ActionKind => {
    const found = kinds.get(kind);
    if (found === undefined) throw new TypeError(`nothing here sends ${kind}`);
    return found;
  };

  const release = async ({ batchId }: StoredBatch): Promise<Pause> =>
    (await outbox.apply("releaseHeld", batchId)).stored ? GO_ON : notStored();

  const send = async (batch: StoredBatch, signal: AbortSignal): Promise<Pause> => {
    reportWait(serverError(), 0);
    outbox.setSending(batch.batchId);
    const outcome = await kindOf(batch).send(batch, signal, lastCompletedKey(outbox.record()));
    connection.observe(outcome);
    const stored = await storeAnswer(parts, batch, outcome);
    outbox.setSending(null);
    return stored ? succeeded() : retry(outcome);
  };

  const pollInTime = async (task: Polled, signal: AbortSignal): Promise<Pause> => {
    const waitMs = untilPoll(task.bulk.bulkId, othersWait(outbox.record()));
    if (waitMs > 0) return { ms: waitMs, why: serverError() };
    reportWait(serverError(), 0);
    return poll(task, signal);
  };

  const poll = async ({ batch, bulk: { bulkId } }: Polled, signal: AbortSignal): Promise<Pause> => {
    const outcome = await kindOf(batch).ask(bulkId, signal);
    connection.observe(outcome);
    if (outcome.kind === "answer") return (await report(outcome.value)) ? succeeded() : retry(outcome);
    const isUnknown = outcome.kind === "refusal" && outcome.status === 404;
    if (isUnknown && (outcome.protocol === null || outcome.refusal.code === "not_found")) {
      return (await outbox.apply("forgetBulk", bulkId)).stored ? succeeded() : retry(outcome);
    }
    return retry(outcome);
  };

  const report = async (news: BulkNews): Promise<boolean> => {
    const { stored } = await outbox.apply("reportBulk", news, blockedRetry(parts));
    if (stored && news.status === BULK_STATUS.completed) parts.onCompleted();
    return stored;
  };

  return {
    async run(wakeUp, signal) {
      const measured = {
        holds: measureWaits(parts.timers, wakeUp),
        waits: measureWaits(parts.timers, wakeUp),
      };
      forgetError();
      try {
        while (!signal.aborted) {
          const { ms, why, shownMs = ms } = await step(measured, signal);
          if (signal.aborted) return;
          reportWait(why, shownMs);
          if (ms > 0) await wakeUp.wait(ms, signal);
        }
      } finally {
        parts.onWait(null);
        measured.holds.stop();
        measured.waits.stop();
      }
    },
    async pollNow(signal) {
      const task = next(() => false);
      if (task.kind === "poll") await poll(task, signal);
    },
  };
}

/** @returns whether the answer to a batch meant something that is stored now: else the batch is sent again */
async function storeAnswer(
  { outbox, ids, onCompleted }: PushParts,
  batch: StoredBatch,
  outcome: HttpOutcome<BulkNews>,
): Promise<boolean> {
  if (outcome.kind === "answer") {
    const { stored } = await outbox.apply("submitBatch", batch.batchId, outcome.value);
    if (stored && outcome.value.status === BULK_STATUS.completed) onCompleted();
    return stored;
  }
  if (isLostHistory(outcome)) {
    // Earlier batches may be lost as well; they are sent again before this one, in their order.
    const { stored } = await outbox.apply("forgetBulks");
    if (stored) onCompleted();
    return stored;
  }
  if (outcome.kind === "refusal" && outcome.status === 422 && outcome.refusal.code === "key_reused")
    return (await outbox.apply("rekeyBatch", batch.batchId, ids.uuid())).stored;
  const refusal = lastingRefusal(outcome, !isStatusBatch(batch));
  if (refusal === null) return false;
  const { stored } = await outbox.apply("refuseBatch", batch.batchId, refusal);
  // The refusal shows that the mirror is out of date.
  if (stored) onCompleted();
  return stored;
}

/** Whether our server says that it does not know what the call comes after; see AFTER_KEY_PARAMETER. */
function isLostHistory(outcome: HttpOutcome<unknown>): boolean {
  return (
    outcome.kind === "refusal" &&
    outcome.protocol !== null &&
    outcome.status === 410 &&
    outcome.refusal.code === "resync"
  );
}

/** When to ask about a bulk update: soon and often at first, sooner still where other batches wait for it. */
function createPollSchedule({ timers, timings }: Pick<PushParts, "timers" | "timings">) {
  const polls = new Map<string, { sinceMs: number; lastMs: number }>();
  /** Time until the next poll in ms; where it is due, which counts it as made, 0 or less. */
  return (bulkId: string, othersWaiting: boolean): number => {
    const nowMs = timers.elapsedMs();
    const { sinceMs, lastMs } = polls.get(bulkId) ?? { sinceMs: nowMs, lastMs: nowMs };
    const early = othersWaiting ? timings.pollBusyAtMs : [];
    const delayMs = [...early, ...timings.pollAtMs].find((delay) => sinceMs + delay > lastMs);
    const waitMs = (delayMs === undefined ? lastMs + timings.pollEveryMs : sinceMs + delayMs) - nowMs;
    polls.set(bulkId, { sinceMs, lastMs: waitMs > 0 ? lastMs : nowMs });
    return waitMs;
  };
}

function othersWait({ batches }: OutboxRecord): boolean {
  return batches.filter(({ bulk }) => bulk?.status !== BULK_STATUS.completed).length > 1;
}
