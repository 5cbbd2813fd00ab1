import type { InsightStatus } from "../../../src/domain/insight/insight.ts";
import type { Timers } from "../../../src/platform/timers.ts";
import { createInThreadEngine } from "../../../src/query/worker/in-thread-engine.ts";
import { type ServedSource, serveInsights } from "../../../src/query/worker/serve-insights.ts";
import {
  createWorkerEngine,
  type InThreadEngine,
  type StartedWorker,
  type WorkerEvents,
} from "../../../src/query/worker/worker-engine.ts";
import type { FromWorker, ToWorker } from "../../../src/query/worker/worker-protocol.ts";
import type { MirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { TestClock } from "../../support/time/test-clock.ts";

/** Actions of a test on the workers that an engine starts. */
export interface Workers {
  started: number;
  /** From now on starting one fails. */
  refuse: boolean;
  /** Ends the present one; `tell` says whether its page hears of it. */
  kill(options: { tell: boolean }): void;
  /** The messages that the page has posted. */
  posted: ToWorker[];
  /** Those of them that reached a worker. */
  heard: ToWorker[];
}

/** Workers in this thread, behind lines that copy as the browser's do and deliver later, in order. */
export function createWorkers(openSource: () => ServedSource, timers: Timers) {
  let current: { dead: boolean; onBroken(): void } | null = null;
  const workers: Workers = {
    started: 0,
    refuse: false,
    posted: [],
    heard: [],
    kill({ tell }) {
      if (current === null) return;
      current.dead = true;
      if (tell) current.onBroken();
    },
  };
  const startWorker = ({ onMessage, onBroken }: WorkerEvents): StartedWorker => {
    if (workers.refuse) throw new Error("no workers here");
    workers.started += 1;
    const self = { dead: false, onBroken };
    current = self;
    let hear: (message: ToWorker) => void = () => {};
    const later = (work: () => void) =>
      setImmediate(() => {
        if (!self.dead) work();
      });
    const post = (message: FromWorker) => {
      const copy = structuredClone(message);
      later(() => onMessage(copy));
    };
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    serveInsights({ post, listen: (next) => (hear = next) }, { openSource, timers, pause });
    return {
      post(message) {
        const copy = structuredClone(message);
        workers.posted.push(copy);
        later(() => {
          workers.heard.push(copy);
          hear(copy);
        });
      },
      stop() {
        self.dead = true;
      },
    };
  };
  return { workers, startWorker };
}

/** An outbox that is only an overlay, and is read with the first `set`. */
export function createOverlay() {
  const listeners = new Set<() => void>();
  let statuses: ReadonlyMap<string, InsightStatus> = new Map();
  let names: ReadonlyMap<string, string | null> = new Map();
  let isRead = false;
  return {
    overlay: async () => statuses,
    overlayIfRead: () => (isRead ? statuses : null),
    preferredNames: () => names,
    rename(next: ReadonlyMap<string, string | null>) {
      names = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next: ReadonlyMap<string, InsightStatus>) {
      statuses = next;
      isRead = true;
      for (const listener of listeners) listener();
    },
  };
}

/** The listeners that are told of a write to the mirror at once. */
interface Notices {
  page: boolean;
  worker: boolean;
}

/**
 * The view over workers that share one mirror, whose connection no worker closes.
 *
 * @param notices as for writes of the view's own tab, of which the browser tells the worker late: after the page has
 * asked its next question
 */
export function openTestView(mirror: MirrorStorage, notices: Notices = { page: true, worker: false }) {
  const timers = new TestClock().timers();
  const workerTimers = new TestClock().timers();
  const outbox = createOverlay();
  const noNotices = () => () => {};
  const source = {
    ...mirror,
    ...(!notices.worker && { watch: noNotices, onCommit: noNotices }),
    close() {},
  };
  const { workers, startWorker } = createWorkers(() => source, workerTimers);
  const open = (): InThreadEngine =>
    createWorkerEngine({
      userId: 7,
      outbox,
      timers,
      onCommit: notices.page ? mirror.onCommit : noNotices,
      startWorker,
      inThreadEngine: async () => createInThreadEngine(mirror, outbox),
    });
  return { open, outbox, workers, timers, workerTimers };
}
