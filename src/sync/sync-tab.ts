import type { Clock, Ids } from "../domain/clock.ts";
import type { OutboxRecord } from "../domain/outbox/outbox-record.ts";
import type { OpenChannel } from "../platform/channel.ts";
import type { Locks } from "../platform/locks.ts";
import type { PageSignals } from "../platform/page-signals.ts";
import type { Timers } from "../platform/timers.ts";
import type { MirrorStorage } from "../storage/mirror/mirror-storage.ts";
import type { Connection } from "./connection/connection.ts";
import type { ServerCalls } from "./connection/server-calls.ts";
import { createWakeUp } from "./connection/wake-up.ts";
import { type LeadParts, lead } from "./lead-term.ts";
import { watchLeader } from "./leader/leader-watch.ts";
import { keepLeading } from "./leader/leadership.ts";
import type { ServerStatuses } from "./outbox/create-review-outbox.ts";
import { type ActionKind, insightStatusKind } from "./outbox/kinds/action-kind.ts";
import { watchForOfflineMarking } from "./outbox/offline-marking.ts";
import type { StoredOutbox } from "./outbox/stored-outbox.ts";
import type { PullParts } from "./pull/pull-feed.ts";
import { createPushQueue } from "./push/push-queue.ts";
import type { SyncControl } from "./sync-status.ts";
import type { SyncTimings } from "./sync-timings.ts";
import { createTabStatus } from "./tab-status.ts";

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
  dropGonePictures: PullParts["dropGonePictures"];
  /** Drops all pictures, those of offline sets too: their numbers name others from now on. */
  dropReusedPictures: () => Promise<void>;
  openChannel: OpenChannel;
  timings: SyncTimings;
  /** Runs in the leading tab until the signal; where it fails, pull and push go on. */
  backgroundTask(lead: LeadTerm, signal: AbortSignal): Promise<void>;
}

/** The term of a leading tab, for its background task. */
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

export function startSync(parts: SyncTabParts): SyncTab {
  const { mirror, connection, timings } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pullWakeUp = createWakeUp(parts.timers);
  const pushWakeUp = createWakeUp(parts.timers);
  const leadWakeUp = createWakeUp(parts.timers);
  let askedPulls = 0;
  const pullAsAsked = () => {
    askedPulls += 1;
    pullWakeUp.wake();
  };
  const status = createTabStatus({ ...parts, signal, onPull: pullAsAsked, onSend: pushWakeUp.wake });
  const offlineMarking = watchForOfflineMarking({
    connection,
    outbox: parts.outbox,
    startedAtMs: parts.startedAtMs,
    freshAtMs: async () => (await mirror.pullState()).freshAtMs,
  });
  const pullNow = () => {
    if (status.leads()) pullWakeUp.wake();
    else status.askForPull();
  };
  const stopWatching = watchForWork(parts, { status, offlineMarking, pullWakeUp, pushWakeUp });
  const queue = createPushQueue({
    ...parts,
    kinds: [insightStatusKind(parts.calls, parts.clock), ...parts.kinds],
    onCompleted: pullNow,
    onWait: (queueWait) => status.reportWait(queueWait),
  });
  const leadParts = {
    ...parts,
    status,
    queue,
    offlineMarking,
    pullWakeUp,
    pushWakeUp,
    pullNow,
    askedPulls: () => askedPulls,
    stopping: signal,
  };

  const running = keepLeading({
    locks: parts.locks,
    lockName: `understory-lead-${parts.userId}`,
    wakeUp: leadWakeUp,
    signal,
    watch(onUnanswered) {
      const watched = watchLeader({
        timers: parts.timers,
        everyMs: () => timings.leaderCheckEveryMs,
        ask: status.askLeader,
        onUnanswered,
      });
      status.onLeaderSign(watched.sign);
      return watched.stop;
    },
    lead: (term) => lead(leadParts, term),
  });
  void mirror.pullState().then(
    ({ freshAtMs }) => status.get().freshAtMs === null && status.report({ freshAtMs }),
    () => undefined,
  );

  return {
    getStatus: status.get,
    subscribe: status.subscribe,
    async pullNow() {
      if (status.leads()) pullAsAsked();
      else status.askForPull();
    },
    sendNow() {
      if (status.leads()) pushWakeUp.wake();
      else status.askForSend();
      // A save that fails is shown in the place of a refresh that fails, with this one button for both.
      if (status.get().failed) pullNow();
    },
    pollBulk: () => queue.pollNow(signal),
    async stop() {
      stopping.abort();
      offlineMarking.stop();
      stopWatching();
      await running;
      status.close();
    },
  };
}

/** Wakes pull and push on changes of the connection, the page and the outbox. Returns the unsubscribe function. */
function watchForWork(
  { connection, page, outbox }: SyncTabParts,
  {
    status,
    offlineMarking,
    pullWakeUp,
    pushWakeUp,
  }: Pick<LeadParts, "status" | "offlineMarking" | "pullWakeUp" | "pushWakeUp">,
): () => void {
  let queued: Pick<OutboxRecord, "batches" | "facts"> = outbox.record();
  const unsubscribes = [
    connection.subscribe((phase) => {
      // A follower makes no calls of sync, so only the leader knows when the last answer came.
      const marksHere = status.leads() || status.get().phase === "unknown";
      if (phase === "offline" && marksHere) void offlineMarking.mark();
      status.report({ phase });
    }),
    // The phase "online" alone does not suffice, because a 5xx sets it too: a wake-up then would end the backoff.
    connection.onProven(() => {
      void offlineMarking.settled().then(() => outbox.sealOfflineList());
      pushWakeUp.wake();
      // The pull that found the connection needs no second one.
      if (!status.get().pulling) pullWakeUp.wake();
    }),
    page.subscribe(() => {
      if (!page.mayBeOnline()) return connection.lost();
      if (!page.isVisible()) return;
      pullWakeUp.wake();
      pushWakeUp.wake();
    }),
    outbox.subscribe(() => {
      const { batches, facts } = outbox.record();
      // Other changes, such as a failed attempt of the queue itself, must not shorten its backoff.
      if (batches === queued.batches && facts === queued.facts) return;
      queued = { batches, facts };
      pushWakeUp.wake();
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
