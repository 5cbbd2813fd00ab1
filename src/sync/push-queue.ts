import { BULK_STATUS } from "../domain/bulk-update.ts";
import type { Clock, Ids } from "../domain/clock.ts";
import { BULK_STATUS_SENTENCES } from "../messages/server-insights.ts";
import type { HttpOutcome } from "../platform/http.ts";
import type { PageSignals } from "../platform/page-signals.ts";
import type { OutboxRecord, StoredBatch } from "../storage/outbox-record.ts";
import { backoffMs } from "./backoff.ts";
import { readOutcomes } from "./bulk-news.ts";
import type { Connection } from "./connection.ts";
import {
  acceptBatch,
  type BulkNews,
  forgetBulk,
  hearOfBulk,
  nextTask,
  rekeyBatch,
} from "./outbox-batches.ts";
import type { BulkAnswer, ServerCalls } from "./server-calls.ts";
import type { StoredReviewOutbox } from "./stored-review-outbox.ts";
import type { SyncTimings } from "./sync-timings.ts";
import type { WakeUp } from "./wake-up.ts";

export interface PushParts {
  calls: ServerCalls;
  outbox: StoredReviewOutbox;
  connection: Connection;
  clock: Clock;
  ids: Ids;
  /** From 0 up to 1. */
  random: () => number;
  page: PageSignals;
  maySave: boolean;
  timings: Pick<SyncTimings, "pollAtMs" | "pollEveryMs" | "pollBusyAtMs">;
  /** Called when a bulk update was found completed: the mirror should follow. */
  onCompleted: () => void;
}

/** Sends the sealed batches one after the other, and asks what became of them. */
export interface PushQueue {
  /** Runs in the leading tab until it is stopped. */
  run(wakeUp: WakeUp, signal: AbortSignal): Promise<void>;
  /** Asks about the open bulk update now, from any tab. */
  pollNow(signal: AbortSignal): Promise<void>;
}

export function createPushQueue(parts: PushParts): PushQueue {
  const { calls, outbox, connection, clock } = parts;
  let failures = 0;
  const polls = new Map<string, { sinceMs: number; lastMs: number }>();

  /** One step. @returns how long to wait before the next */
  const step = async (signal: AbortSignal): Promise<number> => {
    if (!parts.maySave) return Number.POSITIVE_INFINITY;
    const task = nextTask(outbox.record(), clock.now());
    switch (task.kind) {
      case "rest":
        return Number.POSITIVE_INFINITY;
      case "held":
        return task.untilMs - clock.now();
      case "send":
        return send(task.batch, signal);
      case "poll":
        return pollInTime(task.bulk.bulkId, signal);
    }
  };

  const send = async (batch: StoredBatch, signal: AbortSignal): Promise<number> => {
    outbox.setSending(batch.batchId);
    const items = batch.actions.map(({ insightId, deviceId, insightStatus, base }) => ({
      insightId,
      deviceId,
      insightStatus,
      base,
    }));
    const outcome = await calls.postBatch(batch.batchId, items, signal);
    connection.heard(outcome);
    let stored = true;
    if (outcome.kind === "answer") {
      const status = BULK_STATUS.waiting;
      const { bulkId } = outcome.value.message;
      stored = await outbox.change((record) =>
        acceptBatch(record, batch.batchId, { bulkId, status, message: BULK_STATUS_SENTENCES[status] }),
      );
    } else if (
      outcome.kind === "refusal" &&
      outcome.status === 422 &&
      outcome.refusal.code === "key_reused"
    ) {
      stored = await outbox.change((record) => rekeyBatch(record, batch.batchId, parts.ids.uuid()));
    } else stored = false;
    outbox.setSending(null);
    return stored ? succeeded() : retry(outcome);
  };

  const pollInTime = async (bulkId: string, signal: AbortSignal): Promise<number> => {
    const nowMs = clock.now();
    const { sinceMs, lastMs } = polls.get(bulkId) ?? { sinceMs: nowMs, lastMs: nowMs };
    const early = othersWait(outbox.record()) ? parts.timings.pollBusyAtMs : [];
    const delayMs = [...early, ...parts.timings.pollAtMs].find((delay) => sinceMs + delay > lastMs);
    const waitMs = (delayMs === undefined ? lastMs + parts.timings.pollEveryMs : sinceMs + delayMs) - nowMs;
    polls.set(bulkId, { sinceMs, lastMs: waitMs > 0 ? lastMs : nowMs });
    if (waitMs > 0) return waitMs;
    return poll(bulkId, signal);
  };

  const poll = async (bulkId: string, signal: AbortSignal): Promise<number> => {
    const outcome = await calls.bulkUpdate(bulkId, signal);
    connection.heard(outcome);
    if (outcome.kind === "answer")
      return (await hear(newsOf(bulkId, outcome.value.message))) ? succeeded() : retry(outcome);
    if (outcome.kind === "refusal" && outcome.status === 404) {
      return (await outbox.change((record) => forgetBulk(record, bulkId))) ? succeeded() : retry(outcome);
    }
    return retry(outcome);
  };

  const hear = async (news: BulkNews): Promise<boolean> => {
    const stored = await outbox.change((record) => hearOfBulk(record, news, retryFor(record, news, parts)));
    if (stored && news.status === BULK_STATUS.completed) parts.onCompleted();
    return stored;
  };

  const succeeded = () => {
    failures = 0;
    return 0;
  };
  const retry = (outcome: HttpOutcome<unknown>) => {
    failures += 1;
    const asked = outcome.kind === "refusal" ? (outcome.refusal.retryAfterMs ?? 0) : 0;
    return Math.max(asked, backoffMs(failures, parts.random(), parts.page.isVisible()));
  };

  return {
    async run(wakeUp, signal) {
      while (!signal.aborted) {
        const delayMs = await step(signal);
        if (delayMs > 0) await wakeUp.wait(delayMs, signal);
      }
    },
    async pollNow(signal) {
      const task = nextTask(outbox.record(), clock.now());
      if (task.kind === "poll") await poll(task.bulk.bulkId, signal);
    },
  };
}

function othersWait({ batches }: OutboxRecord): boolean {
  return batches.filter(({ bulk }) => bulk?.status !== BULK_STATUS.completed).length > 1;
}

/** When the actions of a blocked bulk update may go again: later each time it happens. */
export function retryFor(
  record: OutboxRecord,
  news: BulkNews,
  { clock, ids, random, page }: Pick<PushParts, "clock" | "ids" | "random" | "page">,
) {
  const times = record.batches.find(({ bulk }) => bulk?.bulkId === news.bulkId)?.blockedTimes ?? 0;
  // A bulk update is blocked only after a minute of waiting, so the first pause is not the shortest one.
  const delayMs = backoffMs(times + 4, random(), page.isVisible());
  return { batchId: ids.uuid(), atMs: clock.now() + delayMs };
}

function newsOf(bulkId: string, answer: BulkAnswer): BulkNews {
  const { status, message, items } = answer;
  return { bulkId, status, message, outcomes: readOutcomes(items) };
}
