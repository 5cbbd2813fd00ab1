import type { Clock, Ids } from "../domain/clock.ts";
import type { Channel, OpenChannel } from "../platform/channel.ts";
import { isRecord } from "../platform/json-shape.ts";
import type { Locks } from "../platform/locks.ts";
import type { PageSignals } from "../platform/page-signals.ts";
import type { Timers } from "../platform/timers.ts";
import type { MirrorStorage } from "../storage/mirror-storage.ts";
import type { OutboxRecord } from "../storage/outbox-record.ts";
import { type ActionKind, insightStatusKind } from "./action-kinds.ts";
import type { Connection } from "./connection.ts";
import { watchDarkTime } from "./dark-time.ts";
import { watchLeader } from "./leader-watch.ts";
import { keepLeading } from "./leadership.ts";
import { runPullRounds } from "./pull-rounds.ts";
import { createPushQueue } from "./push-queue.ts";
import type { ServerCalls } from "./server-calls.ts";
import type { StoredReviewOutbox } from "./stored-review-outbox.ts";
import type { SyncControl, SyncStatus } from "./sync-status.ts";
import type { SyncTimings } from "./sync-timings.ts";
import { createWakeUp } from "./wake-up.ts";

export interface SyncTabParts {
  userId: number;
  maySave: boolean;
  calls: ServerCalls;
  /** What is sent beside statuses of insights. */
  kinds: readonly ActionKind[];
  mirror: MirrorStorage;
  outbox: StoredReviewOutbox;
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
  /** What else the leading tab does, until the signal; its failure is no concern of the others. */
  beside(lead: { epoch: number }, signal: AbortSignal): Promise<void>;
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
  const listeners = new Set<() => void>();
  const pullWakeUp = createWakeUp(parts.timers);
  const pushWakeUp = createWakeUp(parts.timers);
  const leadWakeUp = createWakeUp(parts.timers);
  let leads = false;
  let queued: Pick<OutboxRecord, "batches" | "facts"> = outbox.record();
  let status: SyncStatus = {
    phase: connection.phase(),
    freshAtMs: null,
    pulling: false,
    firstSync: null,
    failed: false,
  };

  const report = (change: Partial<SyncStatus>) => {
    status = { ...status, ...change };
    for (const listener of listeners) listener();
    if (leads) channel.post({ kind: "status", status } satisfies TabMessage);
  };
  let heardLeader = () => {};
  const channel: Channel = parts.openChannel(`understory-sync-${parts.userId}`, (message) => {
    if (!isTabMessage(message)) return;
    if (message.kind === "pull") pullWakeUp.wake();
    else if (message.kind === "hello") {
      if (leads) channel.post({ kind: "status", status } satisfies TabMessage);
    } else if (!leads) {
      heardLeader();
      connection.adopt(message.status.phase);
      report(message.status);
    }
  });
  const wakeAll = () => {
    pullWakeUp.wake();
    pushWakeUp.wake();
  };

  const darkTime = watchDarkTime({
    connection,
    outbox,
    startedAtMs: clock.now(),
    freshAtMs: async () => (await mirror.pullState()).freshAtMs,
  });

  const unsubscribes = [
    darkTime.stop,
    connection.subscribe((phase) => {
      // A tab that follows hears no answers: the one that leads knows better since when there were none.
      if (phase === "offline" && (leads || status.phase === "unknown")) void darkTime.mark();
      report({ phase });
      if (phase !== "online") return;
      void darkTime.settled().then(() => outbox.sealOfflineList());
      pushWakeUp.wake();
      // A pull that found the connection itself needs no second one.
      if (!status.pulling) pullWakeUp.wake();
    }),
    page.subscribe(() => {
      if (!page.mayBeOnline()) connection.lost();
      else if (page.isVisible()) wakeAll();
    }),
    outbox.subscribe(() => {
      const { batches, facts } = outbox.record();
      // Anything else, such as a failed try of the queue itself, must not cut its pauses short.
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
    watch(onSilent) {
      const watched = watchLeader({
        clock,
        timers: parts.timers,
        everyMs: () => timings.leaderCheckEveryMs,
        ask: () => channel.post({ kind: "hello" } satisfies TabMessage),
        onSilent,
      });
      heardLeader = watched.heard;
      return watched.stop;
    },
    lead,
  });
  void mirror.pullState().then(
    ({ freshAtMs }) => status.freshAtMs === null && report({ freshAtMs }),
    () => undefined,
  );

  /**
   * Pulls and pushes until this tab is stopped or overtaken. Where the browser takes the mirror away under it, this
   * tab still is the one that leads, of a mirror that is maybe empty: it takes the lead of that and fills it.
   */
  async function lead(term: AbortSignal): Promise<void> {
    let lost = true;
    while (lost && !term.aborted) {
      lost = false;
      const both = new AbortController();
      const stopWatching = mirror.onLost(() => {
        lost = true;
        both.abort();
      });
      try {
        await leadMirror(term, both);
      } catch (error) {
        if (!lost) throw error;
      } finally {
        stopWatching();
      }
    }
  }

  async function leadMirror(term: AbortSignal, both: AbortController): Promise<void> {
    const epoch = await mirror.takeLead();
    const { freshAtMs } = await mirror.pullState();
    // Stopped while the lead was taken: nothing would tell the loops below any more.
    if (term.aborted) return;
    const end = () => both.abort();
    term.addEventListener("abort", end, { once: true });
    leads = true;
    // Found out before anybody led, by a page that began without a connection or after the one that led is gone.
    if (connection.phase() === "offline") void darkTime.mark();
    // Whoever watched the one before sees that there is a new one.
    report({ freshAtMs });
    try {
      // Each ends the other, and the lead is given back only when neither writes any more.
      const ends = await Promise.allSettled([
        runPullRounds({ ...parts, report }, epoch, pullWakeUp, both.signal).finally(end),
        queue.run(pushWakeUp, both.signal).finally(end),
        parts.beside({ epoch }, both.signal).catch(() => undefined),
      ]);
      for (const ended of ends) if (ended.status === "rejected") throw ended.reason;
    } finally {
      if (!signal.aborted) report({ pulling: false, firstSync: null });
      leads = false;
      darkTime.forget();
      term.removeEventListener("abort", end);
    }
  }

  return {
    getStatus: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async pullNow() {
      pullNow();
    },
    pollBulk: () => queue.pollNow(signal),
    async stop() {
      stopping.abort();
      for (const unsubscribe of unsubscribes) unsubscribe();
      listeners.clear();
      await running;
      channel.close();
    },
  };
}

function isTabMessage(message: unknown): message is TabMessage {
  return isRecord(message) && ["hello", "pull", "status"].includes(String(message.kind));
}
