import type { WakeUp } from "./connection/wake-up.ts";
import type { OfflineMarking } from "./outbox/offline-marking.ts";
import { runPullRounds } from "./pull/pull-rounds.ts";
import type { PushQueue } from "./push/push-queue.ts";
import type { SyncTabParts } from "./sync-tab.ts";
import type { TabStatus } from "./tab-status.ts";

export interface LeadParts extends SyncTabParts {
  status: TabStatus;
  queue: PushQueue;
  offlineMarking: OfflineMarking;
  pullWakeUp: WakeUp;
  pushWakeUp: WakeUp;
  pullNow(): void;
  /** This tab stops. */
  stopping: AbortSignal;
}

/**
 * Pulls and pushes until this tab is stopped or overtaken. Where the browser evicts the mirror meanwhile, this tab
 * still holds the lock: it takes the lead of the new mirror, which may be empty, and fills it.
 *
 * @param term ends with the lead
 */
export async function lead(parts: LeadParts, term: AbortSignal): Promise<void> {
  let lost = true;
  while (lost && !term.aborted) {
    lost = false;
    const mirrorLost = new AbortController();
    const stopWatching = parts.mirror.onLost(() => {
      lost = true;
      mirrorLost.abort();
    });
    try {
      await leadMirror(parts, AbortSignal.any([term, mirrorLost.signal]));
    } catch (error) {
      if (!lost) throw error;
    } finally {
      stopWatching();
    }
  }
}

async function leadMirror(parts: LeadParts, term: AbortSignal): Promise<void> {
  const { mirror, status, offlineMarking, pullNow } = parts;
  const epoch = await mirror.takeLead();
  const { freshAtMs } = await mirror.pullState();
  // The lead may have ended while it was taken.
  if (term.aborted) return;
  const loopEnded = new AbortController();
  const end = () => loopEnded.abort();
  const until = AbortSignal.any([term, loopEnded.signal]);
  status.setLeads(true);
  // The loss may have been noticed while no tab led: at a start without a connection, or after the leader closed.
  if (parts.connection.phase() === "offline") void offlineMarking.mark();
  // Followers that check the former leader accept this status as its answer.
  status.report({ freshAtMs });
  try {
    // The end of one loop ends the other; the lead is given back once none of them writes.
    const ends = await Promise.allSettled([
      runPullRounds({ ...parts, report: status.report }, epoch, parts.pullWakeUp, until).finally(end),
      parts.queue.run(parts.pushWakeUp, until).finally(end),
      parts.backgroundTask({ epoch, pullNow: async () => pullNow() }, until).catch(() => undefined),
    ]);
    for (const ended of ends) if (ended.status === "rejected") throw ended.reason;
  } finally {
    if (!parts.stopping.aborted) status.report({ pulling: false, firstSync: null });
    status.setLeads(false);
    offlineMarking.forget();
  }
}
