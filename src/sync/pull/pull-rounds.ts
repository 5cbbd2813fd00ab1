import { BULK_STATUS, type BulkStatus } from "../../domain/bulk-update.ts";
import { isStatusBatch } from "../../domain/outbox/outbox-record.ts";
import type { BulkNews } from "../../domain/outbox/queue.ts";
import { lastCompletedKey } from "../../domain/outbox/queue-task.ts";
import { BULK_STATUS_SENTENCES } from "../../messages/server/insights.ts";
import { isStorageFull } from "../../storage/device-space/reclaim-space.ts";
import { FencedError } from "../../storage/mirror/fenced-error.ts";
import type { MirrorUpdate } from "../../storage/mirror/mirror-database.ts";
import { backoffMs } from "../connection/backoff.ts";
import type { WakeUp } from "../connection/wake-up.ts";
import { type BlockedRetryParts, blockedRetry } from "../outbox/blocked-retry.ts";
import { readOutcomes } from "../outbox/bulk-outcomes.ts";
import type { ServerStatuses } from "../outbox/create-review-outbox.ts";
import type { StoredOutbox } from "../outbox/stored-outbox.ts";
import type { SyncStatus } from "../sync-status.ts";
import type { SyncTimings } from "../sync-timings.ts";
import type { PullOutcome } from "./pull-feed.ts";
import { createPullSource, type SourceParts } from "./pull-source.ts";

export interface RoundParts
  extends Omit<SourceParts, "forgetNumbers" | "lastCompletedKey">,
    BlockedRetryParts {
  outbox: StoredOutbox;
  /** The server's statuses of these insights as the mirror has them. May reject where it cannot be read. */
  serverStatuses: ServerStatuses;
  /** Frees space by dropping pictures that are fetched again when they are opened. */
  dropPictures: () => Promise<void>;
  /** Drops all pictures, those of offline sets too: their numbers name others from now on. */
  dropReusedPictures: () => Promise<void>;
  /** Intervals of the pull while the page is visible and while it is hidden, besides the source's own. */
  timings: SourceParts["timings"] & Pick<SyncTimings, "visibleEveryMs" | "hiddenEveryMs">;
  report: (change: Partial<SyncStatus>) => void;
}

/** With the feed a batch clears one round after the one that brought its end, with whole copies in the same round. */
const ROUNDS_OF_FEED = 2;
const ROUNDS_OF_COPY = 1;

/**
 * Pulls round after round while this tab leads.
 *
 * @throws FencedError when another tab has taken over
 */
export async function runPullRounds(
  parts: RoundParts,
  epoch: number,
  wakeUp: WakeUp,
  signal: AbortSignal,
): Promise<void> {
  const { page, outbox, report } = parts;
  let failures = 0;
  /** Bulk updates that were completed when the round began, or by it. */
  let counted = new Set<string>();
  const forgetNumbers = async (reused: boolean) => {
    counted = new Set();
    // Pictures are named by numbers. A cache that cannot be dropped does not keep the mirror from being right.
    if (reused) await parts.dropReusedPictures().catch(() => undefined);
    return (await outbox.apply("forgetBulks")).stored;
  };
  const ofOutbox = { forgetNumbers, lastCompletedKey: () => lastCompletedKey(outbox.record()) };
  const source = createPullSource({ ...parts, ...ofOutbox }, { epoch, signal });

  while (!signal.aborted) {
    report({ pulling: true });
    const outcome = await pullOnce().catch(async (error: unknown): Promise<PullOutcome> => {
      if (error instanceof FencedError) throw error;
      // Pictures are dropped for insights; unsent work reclaims space by itself.
      if (isStorageFull(error)) await parts.dropPictures().catch(() => undefined);
      // The mirror could not be written; it is disposable, and the next round tries again.
      return { kind: "failed", retryAfterMs: null };
    });
    if (signal.aborted) return;
    failures = outcome.kind === "fresh" ? 0 : failures + 1;
    const { freshAtMs } = await parts.mirror.pullState();
    const reachable = parts.connection.phase() === "online";
    source.endFirstSync();
    const failed = outcome.kind !== "fresh" && reachable;
    const busy = failed && outcome.kind === "failed" && outcome.busy === true;
    report({ pulling: false, firstSync: null, freshAtMs, failed, busy });
    await wakeUp.wait(delayAfter(outcome), signal);
  }

  function delayAfter(outcome: PullOutcome): number {
    if (outcome.kind !== "fresh") {
      const asked = outcome.kind === "failed" ? (outcome.retryAfterMs ?? 0) : 0;
      return Math.max(asked, backoffMs(failures, parts.random(), page.isVisible()));
    }
    // An action is done at the server and waits for the mirror to show it: pull again at once.
    if (completedIds(outbox).size > 0) return 0;
    return page.isVisible() ? parts.timings.visibleEveryMs : parts.timings.hiddenEveryMs;
  }

  async function pullOnce(): Promise<PullOutcome> {
    counted = completedIds(outbox);
    const outcome = await source.pull();
    if (outcome.kind !== "fresh") return outcome;
    // The outbox knows no epochs: a tab that was frozen here and overtaken must not count its round.
    if (signal.aborted) return outcome;
    await parts.mirror.expectLead({ epoch });
    await settle(parts, counted, source.hasFeed() ? ROUNDS_OF_FEED : ROUNDS_OF_COPY);
    await outbox.sealOfflineList();
    await parts.mirror.compact({ epoch });
    return outcome;
  }
}

/** Ends a round for the outbox: applies the bulk updates that it brought, and clears batches that may be cleared. */
async function settle(parts: RoundParts, counted: Set<string>, roundsNeeded: number): Promise<void> {
  const { outbox, mirror } = parts;
  for (const { bulk } of outbox.record().batches) {
    if (bulk === null) continue;
    const stored = await mirror.update(bulk.bulkId);
    if (stored === undefined || !isStatus(stored.status)) continue;
    if (stored.status === BULK_STATUS.completed) counted.add(bulk.bulkId);
    const news = newsOf(stored, stored.status);
    await outbox.apply("reportBulk", news, blockedRetry(parts));
  }
  if (roundsNeeded === ROUNDS_OF_COPY) await confirmByReading(parts, counted);
  await outbox.apply("settleRound", counted, roundsNeeded);
}

/**
 * A server of the specification alone sends no outcomes: they follow from the statuses in the copy that was read after
 * the bulk update was done. Where the mirror cannot be read, no outcome is derived.
 */
async function confirmByReading(
  { outbox, serverStatuses }: RoundParts,
  counted: ReadonlySet<string>,
): Promise<void> {
  const done = outbox
    .record()
    .batches.filter(isStatusBatch)
    .filter(({ bulk }) => bulk !== null && counted.has(bulk.bulkId) && bulk.outcomes.length === 0);
  const insightIds = done.flatMap(({ actions }) => actions.map(({ insightId }) => insightId));
  if (insightIds.length === 0) return;
  const statuses = await serverStatuses(insightIds).catch(() => null);
  if (statuses !== null) await outbox.apply("addOutcomes", counted, statuses);
}

function completedIds(outbox: StoredOutbox): Set<string> {
  return new Set(
    outbox
      .record()
      .batches.flatMap(({ bulk }) => (bulk?.status === BULK_STATUS.completed ? [bulk.bulkId] : [])),
  );
}

function newsOf({ bulkId, items, key }: MirrorUpdate, status: BulkStatus): BulkNews {
  const news = { bulkId, status, message: BULK_STATUS_SENTENCES[status], outcomes: readOutcomes(items) };
  return key == null ? news : { ...news, key };
}

function isStatus(status: number): status is BulkStatus {
  return status in BULK_STATUS_SENTENCES;
}
