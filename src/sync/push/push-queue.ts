import { BULK_STATUS } from "../../domain/bulk-update.ts";
import type { Clock } from "../../domain/clock.ts";
import {
  isStatusBatch,
  type OutboxRecord,
  type StoredBatch,
  UNDO_HOLD_MS,
} from "../../domain/outbox/outbox-record.ts";
import type { BulkNews } from "../../domain/outbox/queue.ts";
import { nextTask, type QueueTask } from "../../domain/outbox/queue-task.ts";
import type { HttpOutcome } from "../../platform/http.ts";
import type { Timers } from "../../platform/timers.ts";
import { backoffMs, MAX_DELAY_MS } from "../connection/backoff.ts";
import type { Connection } from "../connection/connection.ts";
import type { WakeUp } from "../connection/wake-up.ts";
import { type BlockedRetryParts, blockedRetry } from "../outbox/blocked-retry.ts";
import type { ActionKind } from "../outbox/kinds/action-kind.ts";
import { lastingRefusal } from "../outbox/lasting-refusal.ts";
import type { StoredOutbox } from "../outbox/stored-outbox.ts";
import type { SyncTimings } from "../sync-timings.ts";

export interface PushParts extends BlockedRetryParts {
  /** One entry for each kind of action that this version can send. */
  kinds: readonly ActionKind[];
  outbox: StoredOutbox;
  connection: Connection;
  clock: Clock;
  maySave: boolean;
  timings: Pick<SyncTimings, "pollAtMs" | "pollEveryMs" | "pollBusyAtMs">;
  timers: Timers;
  /** Called when a batch was found completed, or was refused for good: the mirror should follow. */
  onCompleted: () => void;
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
  let failures = 0;
  const untilPoll = createPollSchedule(parts);

  /** One step. @returns how long to wait before the next */
  const step = async ({ holds, waits }: Measured, signal: AbortSignal): Promise<number> => {
    if (!parts.maySave) return Number.POSITIVE_INFINITY;
    const { batches } = outbox.record();
    const held = batches.filter((batch) => batch.held);
    for (const batch of held) holds.start(batch, UNDO_HOLD_MS);
    holds.keep(held);
    waits.keep(batches);
    const task = next(waits.isOver);
    switch (task.kind) {
      case "rest":
        return Number.POSITIVE_INFINITY;
      case "blocked":
        // A longer wait than any that this version stores is none.
        waits.start(task.batch, Math.min(task.waitMs, MAX_DELAY_MS));
        return Number.POSITIVE_INFINITY;
      case "held":
        return holds.isOver(task.batch) ? release(task.batch) : Number.POSITIVE_INFINITY;
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

  const release = async ({ batchId }: StoredBatch): Promise<number> =>
    (await outbox.apply("releaseHeld", batchId)).stored ? 0 : retry({ kind: "unreachable", why: "givenUp" });

  const send = async (batch: StoredBatch, signal: AbortSignal): Promise<number> => {
    outbox.setSending(batch.batchId);
    const outcome = await kindOf(batch).send(batch, signal);
    connection.observe(outcome);
    let stored = true;
    if (outcome.kind === "answer") {
      ({ stored } = await outbox.apply("submitBatch", batch.batchId, outcome.value));
      if (stored && outcome.value.status === BULK_STATUS.completed) parts.onCompleted();
    } else if (
      outcome.kind === "refusal" &&
      outcome.status === 422 &&
      outcome.refusal.code === "key_reused"
    ) {
      ({ stored } = await outbox.apply("rekeyBatch", batch.batchId, parts.ids.uuid()));
    } else {
      const refusal = lastingRefusal(outcome, !isStatusBatch(batch));
      stored = refusal !== null && (await outbox.apply("refuseBatch", batch.batchId, refusal)).stored;
      // The refusal shows that the mirror is out of date.
      if (stored) parts.onCompleted();
    }
    outbox.setSending(null);
    return stored ? succeeded() : retry(outcome);
  };

  const pollInTime = async (task: Polled, signal: AbortSignal): Promise<number> => {
    const waitMs = untilPoll(task.bulk.bulkId, othersWait(outbox.record()));
    return waitMs > 0 ? waitMs : poll(task, signal);
  };

  const poll = async ({ batch, bulk: { bulkId } }: Polled, signal: AbortSignal): Promise<number> => {
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
      const measured = {
        holds: measureWaits(parts.timers, wakeUp),
        waits: measureWaits(parts.timers, wakeUp),
      };
      try {
        while (!signal.aborted) {
          const delayMs = await step(measured, signal);
          if (delayMs > 0) await wakeUp.wait(delayMs, signal);
        }
      } finally {
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

interface Waits {
  /** Starts the time of a batch when it is first seen. */
  start(batch: StoredBatch, ms: number): void;
  /** Forgets all other batches. */
  keep(batches: readonly StoredBatch[]): void;
  isOver(batch: StoredBatch): boolean;
  stop(): void;
}

/** Held batches, which can be taken back, and those that wait after a blocked bulk update. */
interface Measured {
  holds: Waits;
  waits: Waits;
}

/**
 * Measures how long batches were seen. No deadline is stored, because the device's clock may be set: another tab that
 * takes the lead, and a page that starts again after a kill, wait anew for the whole time.
 */
function measureWaits(timers: Timers, wakeUp: WakeUp): Waits {
  const cancels = new Map<string, () => void>();
  const over = new Set<string>();
  return {
    start({ batchId }, ms) {
      if (cancels.has(batchId)) return;
      const end = () => {
        over.add(batchId);
        wakeUp.wake();
      };
      cancels.set(batchId, timers.after(ms, end));
    },
    keep(batches) {
      const kept = new Set(batches.map(({ batchId }) => batchId));
      for (const [batchId, cancel] of cancels) {
        if (kept.has(batchId)) continue;
        cancel();
        cancels.delete(batchId);
        over.delete(batchId);
      }
    },
    isOver: ({ batchId }) => over.has(batchId),
    stop() {
      for (const cancel of cancels.values()) cancel();
    },
  };
}

/** When to ask about a bulk update: soon and often at first, sooner still where other batches wait for it. */
function createPollSchedule({ clock, timings }: Pick<PushParts, "clock" | "timings">) {
  const polls = new Map<string, { sinceMs: number; lastMs: number }>();
  /** Time until the next poll in ms; where it is due, which counts it as made, 0 or less. */
  return (bulkId: string, othersWaiting: boolean): number => {
    const nowMs = clock.now();
    const { sinceMs, lastMs } = polls.get(bulkId) ?? { sinceMs: nowMs, lastMs: nowMs };
    const early = othersWaiting ? timings.pollBusyAtMs : [];
    const delayMs = [...early, ...timings.pollAtMs].find((delay) => sinceMs + delay > lastMs);
    const leftMs = (delayMs === undefined ? lastMs + timings.pollEveryMs : sinceMs + delayMs) - nowMs;
    // No wait is longer than the longest: the device's clock was set back.
    const waitMs = leftMs > timings.pollEveryMs ? 0 : leftMs;
    polls.set(bulkId, { sinceMs, lastMs: waitMs > 0 ? lastMs : nowMs });
    return waitMs;
  };
}

function othersWait({ batches }: OutboxRecord): boolean {
  return batches.filter(({ bulk }) => bulk?.status !== BULK_STATUS.completed).length > 1;
}
