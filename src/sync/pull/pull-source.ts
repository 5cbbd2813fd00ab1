import { isWider, RETAIN_EVERYTHING, type RetentionChoice } from "../../domain/offline/retention.ts";
import type { Feature } from "../../protocol/shapes.ts";
import type { FirstSync, SyncStatus } from "../sync-status.ts";
import type { SyncTimings } from "../sync-timings.ts";
import { chooseDefaultRetention } from "./default-retention.ts";
import { failed, type PullOutcome, type PullParts, type PullRound, pullFeed } from "./pull-feed.ts";
import { pullPages } from "./pull-pages.ts";
import { type RefillParts, refillWhenSpace } from "./refill-when-space.ts";

export interface SourceParts extends PullParts, RefillParts {
  /** Interval of fetching the user's features, which are not in the feed. */
  timings: Pick<SyncTimings, "featuresEveryMs">;
  /** How often a person asked for a pull. The features are fetched anew when it has grown. */
  askedPulls: () => number;
  report: (change: Pick<SyncStatus, "firstSync">) => void;
}

/** Brings what is new at the server into the mirror, and reports the progress of a first copy. */
export interface PullSource {
  pull(): Promise<PullOutcome>;
  /** Whether the last pull was from the feed; false for the pages of a server of the specification alone. */
  hasFeed(): boolean;
  /** Reports no more progress of a first copy, whose total may still be under way. */
  endFirstSync(): void;
}

/** Interval at which a trimmed mirror checks for free space. */
const CHECK_SPACE_EVERY_MS = 10 * 60_000;

export function createPullSource(
  parts: SourceParts,
  { epoch, signal }: Pick<PullRound, "epoch" | "signal">,
): PullSource {
  let features: { readMs: number; askedPulls: number; feed: boolean } | null = null;
  let first: FirstSync | null = null;
  let checkedSpaceMs = Number.NEGATIVE_INFINITY;

  return {
    pull,
    hasFeed: () => features?.feed === true,
    endFirstSync() {
      first = null;
    },
  };

  async function pull(): Promise<PullOutcome> {
    const round: PullRound = { epoch, signal, onFirstRows: (rows) => reportFirst({ rows }) };
    let known: readonly Feature[] = [];
    const nowMs = parts.timers.elapsedMs();
    // Read before the call: a pull that is asked for meanwhile needs another one.
    const askedPulls = parts.askedPulls();
    if (
      features === null ||
      !features.feed ||
      features.askedPulls !== askedPulls ||
      nowMs - features.readMs >= parts.timings.featuresEveryMs
    ) {
      const answer = await parts.calls.features(signal);
      parts.connection.observe(answer);
      if (answer.kind !== "answer") return failed(answer);
      known = answer.value.message;
      await parts.mirror.replaceFeatures(known, { epoch });
      features = { readMs: nowMs, askedPulls, feed: answer.protocol !== null };
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
    const nowMs = parts.timers.elapsedMs();
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
  function reportFirst(change: Partial<FirstSync>) {
    if (first === null) return;
    first = { ...first, ...change };
    parts.report({ firstSync: first });
  }
}
