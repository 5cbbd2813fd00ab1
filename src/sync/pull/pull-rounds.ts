import { BULK_STATUS, type BulkStatus } from "../../domain/bulk-update.ts";
import { isWider, RETAIN_EVERYTHING, type RetentionChoice } from "../../domain/offline/retention.ts";
import { isStatusBatch } from "../../domain/outbox/outbox-record.ts";
import { BULK_STATUS_SENTENCES } from "../../messages/server/insights.ts";
import type { Feature } from "../../protocol/shapes.ts";
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
import { chooseDefaultRetention } from "./default-retention.ts";
import { failed, type PullOutcome, type PullParts, type PullRound, pullFeed } from "./pull-feed.ts";
import { pullPages } from "./pull-pages.ts";
import { refillWhenSpace } from "./refill-when-space.ts";

export interface RoundParts extends PullParts, BlockedRetryParts {
  outbox: StoredOutbox;
  /** The server's statuses of these insights as the mirror has them. May reject where it cannot be read. */
  serverStatuses: ServerStatuses;
  /** Whether a large first copy would be costly or slow here. */
  isCostlyLink: () => boolean;
  /** Bytes that this site may still store; null where the browser does not say. */
  freeBytes: () => Promise<number | null>;
  /** Frees space by dropping pictures that are fetched again when they are opened. */
  dropPictures: () => Promise<void>;
  /** Intervals of the pull while the page is visible and while it is hidden, and of fetching the user's features, which are not in the feed. */
  timings: Pick<SyncTimings, "visibleEveryMs" | "hiddenEveryMs" | "featuresEveryMs">;
  report: (change: Partial<SyncStatus>) => void;
}

/** With the feed a batch clears one round after the one that brought its end, with whole copies in the same round. */
const ROUNDS_OF_FEED = 2;
const ROUNDS_OF_COPY = 1;
/** Interval at which a trimmed mirror checks for free space. */
const CHECK_SPACE_EVERY_MS = 10 * 60_000;

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
  let features: { asked: number; feed: boolean } | null = null;
  let first: NonNullable<SyncStatus["firstSync"]> | null = null;
  let checkedSpaceMs = Number.NEGATIVE_INFINITY;

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
    first = null;
    report({ pulling: false, firstSync: null, freshAtMs, failed: outcome.kind !== "fresh" && reachable });
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
    const doneBefore = completedIds(outbox);
    const round: PullRound = { epoch, signal, onFirstRows: (rows) => reportFirst({ rows }) };
    const outcome = await pullFromEither(round);
    if (outcome.kind !== "fresh") return outcome;
    // The outbox knows no epochs: a tab that was frozen here and overtaken must not count its round.
    if (signal.aborted) return outcome;
    await parts.mirror.expectLead({ epoch });
    await settle(parts, doneBefore, features?.feed === true ? ROUNDS_OF_FEED : ROUNDS_OF_COPY);
    await outbox.sealOfflineList();
    await parts.mirror.compact({ epoch });
    return outcome;
  }

  async function pullFromEither(round: PullRound): Promise<PullOutcome> {
    let known: readonly Feature[] = [];
    const nowMs = parts.clock.now();
    if (features === null || !features.feed || nowMs - features.asked >= parts.timings.featuresEveryMs) {
      const answer = await parts.calls.features(signal);
      parts.connection.observe(answer);
      if (answer.kind !== "answer") return failed(answer);
      known = answer.value.message;
      await parts.mirror.replaceFeatures(known, { epoch });
      features = { asked: nowMs, feed: answer.protocol !== null };
    }
    const choice = features.feed ? await choiceOf() : null;
    if (features.feed) await refillIfSpace(choice);
    if (await isFirstOf(choice ?? RETAIN_EVERYTHING)) {
      first = { rows: 0, total: null };
      reportFirst({});
      // The total is only shown beside the progress, so nothing waits for it.
      void totalOf(choice).then((total) => reportFirst({ total }));
    }
    if (features.feed) {
      const outcome = await pullFeed(parts, round);
      if (outcome.kind !== "noFeed") return outcome;
      features = { ...features, feed: false };
      known = await parts.mirror.tables.features();
    }
    return pullPages(parts, { ...round, features: known, onTotal: (total) => reportFirst({ total }) });
  }

  async function choiceOf(): Promise<RetentionChoice | null> {
    const stored = await parts.mirror.requestedRetention(parts.clock.now());
    if (stored !== null || !parts.isCostlyLink()) return stored;
    await chooseDefaultRetention(parts, signal);
    return parts.mirror.requestedRetention(parts.clock.now());
  }

  async function refillIfSpace(choice: RetentionChoice | null): Promise<void> {
    const nowMs = parts.clock.now();
    if (!(await parts.mirror.pullState()).trimmed || nowMs - checkedSpaceMs < CHECK_SPACE_EVERY_MS) return;
    checkedSpaceMs = nowMs;
    await refillWhenSpace(parts, choice, signal);
  }

  /** Whether rows of the chosen retention are missing: no copy was completed, or the choice was widened since. */
  async function isFirstOf(choice: RetentionChoice): Promise<boolean> {
    const { complete, trimmed, kept = RETAIN_EVERYTHING, shape } = await parts.mirror.pullState();
    return (!complete && (!trimmed || shape === 0)) || (features?.feed === true && isWider(choice, kept));
  }

  async function totalOf(choice: RetentionChoice | null): Promise<number | null> {
    if (choice === null) {
      const count = await parts.calls.count(signal);
      return count.kind === "answer" ? count.value.message.count : null;
    }
    const estimate = await parts.calls.syncEstimate(choice, signal);
    return estimate.kind === "answer" ? estimate.value.message.rows : null;
  }

  /** Reports progress of a first copy; ignored once it has ended. */
  function reportFirst(change: { rows?: number; total?: number | null }) {
    if (first === null) return;
    first = { ...first, ...change };
    report({ firstSync: first });
  }
}

/** Ends a round for the outbox: applies the bulk updates that it brought, and clears batches that may be cleared. */
async function settle(
  parts: RoundParts,
  doneBefore: ReadonlySet<string>,
  roundsNeeded: number,
): Promise<void> {
  const { outbox, mirror } = parts;
  const counted = new Set(doneBefore);
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

function newsOf({ bulkId, items }: MirrorUpdate, status: BulkStatus) {
  return { bulkId, status, message: BULK_STATUS_SENTENCES[status], outcomes: readOutcomes(items) };
}

function isStatus(status: number): status is BulkStatus {
  return status in BULK_STATUS_SENTENCES;
}
