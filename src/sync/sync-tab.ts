import { createStore } from "zustand/vanilla";
import type { Clock, Ids } from "../domain/clock.ts";
import type { OutboxRecord } from "../domain/outbox/outbox-record.ts";
import { isRecord } from "../domain/record-guard.ts";
import type { Channel, OpenChannel } from "../platform/channel.ts";
import type { Locks } from "../platform/locks.ts";
import type { PageSignals } from "../platform/page-signals.ts";
import type { Timers } from "../platform/timers.ts";
import type { MirrorStorage } from "../storage/mirror/mirror-storage.ts";
import type { Connection } from "./connection/connection.ts";
import type { ServerCalls } from "./connection/server-calls.ts";
import { createWakeUp } from "./connection/wake-up.ts";
import { watchLeader } from "./leader/leader-watch.ts";
import { keepLeading } from "./leader/leadership.ts";
import type { ServerStatuses } from "./outbox/create-review-outbox.ts";
import { type ActionKind, insightStatusKind } from "./outbox/kinds/action-kind.ts";
import { watchForOfflineMarking } from "./outbox/offline-marking.ts";
import type { StoredOutbox } from "./outbox/stored-outbox.ts";
import { runPullRounds } from "./pull/pull-rounds.ts";
import { createPushQueue } from "./push/push-queue.ts";
import type { SyncControl, SyncStatus } from "./sync-status.ts";
import type { SyncTimings } from "./sync-timings.ts";

export interface SyncTabParts {
  userId: number;
  maySave: boolean;
  /** When the page was opened, epoch ms; sync itself may start later. */
  startedAtMs: number;
  calls: ServerCalls;
  /** Kinds of actions that are sent in addition to statuses of insights. */
  kinds: readonly ActionKind[];
  mirror: MirrorStorage;
  outbox: StoredOutbox;
  serverStatuses: ServerStatuses;
  connection: Connection;
  clock: Clock;
  ids: Ids;
  random: () => number;
  timers: Timers;
  locks: Locks;
  page: PageSignals;
  isCostlyLink: () => boolean;
  freeBytes: () => Promise<number | null>;
  dropPictures: () => Promise<void>;
  openChannel: OpenChannel;
  timings: SyncTimings;
  /** Runs in the leading tab until the signal; where it fails, pull and push go on. */
  backgroundTask(lead: LeadTerm, signal: AbortSignal): Promise<void>;
}

/** What a background task of the leading tab works with. */
export interface LeadTerm {
  readonly epoch: number;
  /** Finds out whether the server can still be reached, and brings the mirror up to date. */
  pullNow(): Promise<void>;
}

/** Sync as one tab sees it, whether this tab leads or follows. */
export interface SyncTab extends SyncControl {
  pollBulk(): Promise<void>;
  stop(): Promise<void>;
}

type TabMessage = { kind: "hello" } | { kind: "pull" } | { kind: "status"; status: SyncStatus };

export function startSync(parts: SyncTabParts): SyncTab {
  const { outbox, mirror, connection, page, timings, clock } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pullWakeUp = createWakeUp(parts.timers);
  const pushWakeUp = createWakeUp(parts.timers);
  const leadWakeUp = createWakeUp(parts.timers);
  let leads = false;
  let queued: Pick<OutboxRecord, "batches" | "facts"> = outbox.record();
  const store = createStore<SyncStatus>(() => ({
    phase: connection.phase(),
    freshAtMs: null,
    pulling: false,
    firstSync: null,
    failed: false,
  }));

  const report = (change: Partial<SyncStatus>) => {
    if (!signal.aborted) store.setState(change);
    if (leads) channel.post({ kind: "status", status: store.getState() } satisfies TabMessage);
  };
  let onLeaderSign = () => {};
  const channel: Channel = parts.openChannel(`understory-sync-${parts.userId}`, (message) => {
    if (!isTabMessage(message)) return;
    if (message.kind === "pull") pullWakeUp.wake();
    else if (message.kind === "hello") {
      if (leads) channel.post({ kind: "status", status: store.getState() } satisfies TabMessage);
    } else if (!leads) {
      onLeaderSign();
      connection.adopt(message.status.phase);
      report(message.status);
    }
  });
  const wakeAll = () => {
    pullWakeUp.wake();
    pushWakeUp.wake();
  };

  const offlineMarking = watchForOfflineMarking({
    connection,
    outbox,
    startedAtMs: parts.startedAtMs,
    freshAtMs: async () => (await mirror.pullState()).freshAtMs,
  });

  const unsubscribes = [
    offlineMarking.stop,
    connection.subscribe((phase) => {
      // A follower receives no answers: the leader knows since when there were none.
      if (phase === "offline" && (leads || store.getState().phase === "unknown")) void offlineMarking.mark();
      report({ phase });
      if (phase !== "online") return;
      void offlineMarking.settled().then(() => outbox.sealOfflineList());
      pushWakeUp.wake();
      // The pull that found the connection needs no second one.
      if (!store.getState().pulling) pullWakeUp.wake();
    }),
    page.subscribe(() => {
      if (!page.mayBeOnline()) connection.lost();
      else if (page.isVisible()) wakeAll();
    }),
    outbox.subscribe(() => {
      const { batches, facts } = outbox.record();
      // Other changes, such as a failed attempt of the queue itself, must not shorten its backoff.
      if (batches === queued.batches && facts === queued.facts) return;
      queued = { batches, facts };
      pushWakeUp.wake();
    }),
  ];

  const queue = createPushQueue({
    ...parts,
    kinds: [insightStatusKind(parts.calls), ...parts.kinds],
    onCompleted: () => pullNow(),
  });
  const pullNow = () => {
    if (leads) pullWakeUp.wake();
    else channel.post({ kind: "pull" } satisfies TabMessage);
  };

  const running = keepLeading({
    locks: parts.locks,
    lockName: `understory-lead-${parts.userId}`,
    wakeUp: leadWakeUp,
    signal,
    watch(onUnanswered) {
      const watched = watchLeader({
        clock,
        timers: parts.timers,
        everyMs: () => timings.leaderCheckEveryMs,
        ask: () => channel.post({ kind: "hello" } satisfies TabMessage),
        onUnanswered,
      });
      onLeaderSign = watched.sign;
      return watched.stop;
    },
    lead,
  });
  void mirror.pullState().then(
    ({ freshAtMs }) => store.getState().freshAtMs === null && report({ freshAtMs }),
    () => undefined,
  );

  /**
   * Pulls and pushes until this tab is stopped or overtaken. Where the browser evicts the mirror meanwhile, this tab
   * still holds the lock: it takes the lead of the new mirror, which may be empty, and fills it.
   */
  async function lead(term: AbortSignal): Promise<void> {
    let lost = true;
    while (lost && !term.aborted) {
      lost = false;
      const mirrorLost = new AbortController();
      const stopWatching = mirror.onLost(() => {
        lost = true;
        mirrorLost.abort();
      });
      try {
        await leadMirror(AbortSignal.any([term, mirrorLost.signal]));
      } catch (error) {
        if (!lost) throw error;
      } finally {
        stopWatching();
      }
    }
  }

  async function leadMirror(term: AbortSignal): Promise<void> {
    const epoch = await mirror.takeLead();
    const { freshAtMs } = await mirror.pullState();
    // The lead may have ended while it was taken.
    if (term.aborted) return;
    const loopEnded = new AbortController();
    const end = () => loopEnded.abort();
    const until = AbortSignal.any([term, loopEnded.signal]);
    leads = true;
    // The loss may have been noticed while no tab led: at a start without a connection, or after the leader closed.
    if (connection.phase() === "offline") void offlineMarking.mark();
    // Tabs that wait for a sign of the former leader take this for one.
    report({ freshAtMs });
    try {
      // The end of one loop ends the other; the lead is given back once none of them writes.
      const ends = await Promise.allSettled([
        runPullRounds({ ...parts, report }, epoch, pullWakeUp, until).finally(end),
        queue.run(pushWakeUp, until).finally(end),
        parts.backgroundTask({ epoch, pullNow: async () => pullNow() }, until).catch(() => undefined),
      ]);
      for (const ended of ends) if (ended.status === "rejected") throw ended.reason;
    } finally {
      if (!signal.aborted) report({ pulling: false, firstSync: null });
      leads = false;
      offlineMarking.forget();
    }
  }

  return {
    getStatus: store.getState,
    subscribe: store.subscribe,
    async pullNow() {
      pullNow();
    },
    pollBulk: () => queue.pollNow(signal),
    async stop() {
      stopping.abort();
      for (const unsubscribe of unsubscribes) unsubscribe();
      await running;
      channel.close();
    },
  };
}

function isTabMessage(message: unknown): message is TabMessage {
  return isRecord(message) && ["hello", "pull", "status"].includes(String(message.kind));
}
