import { createStore } from "zustand/vanilla";
import type { PageSignals } from "../../platform/page-signals.ts";
import type { Timers } from "../../platform/timers.ts";
import type { Connection } from "../../sync/connection/connection.ts";
import type { ServerCalls } from "../../sync/connection/server-calls.ts";
import type { RetentionControl } from "../../sync/pull/retention-control.ts";
import type { SyncStatus } from "../../sync/sync-status.ts";
import type { SyncTab } from "../../sync/sync-tab.ts";
import type { ComposedSync } from "./compose-sync.ts";

/** Before the code could be loaded it is tried again so often: without a service worker it comes over the network. */
const RETRY_MS = 5_000;

export interface LaterSync {
  sync: SyncTab;
  retention: RetentionControl;
  /** @throws where the code cannot be loaded now */
  calls(): Promise<ServerCalls>;
}

interface LaterSyncParts {
  connection: Connection;
  page: PageSignals;
  timers: Timers;
  /** Resolves when the page has nothing more urgent to do. */
  whenIdle(): Promise<void>;
  load(): Promise<() => ComposedSync>;
}

/**
 * Sync whose code is loaded once the first screen is shown and the page is idle: the screen's rows come from the
 * mirror, and compiling sync while the query worker reads them delayed the first rows by 10 to 20 %. Until then its
 * status is that of the start of a page; a pull that is requested before then is the one with which sync starts.
 */
export function startSyncLater({ connection, page, timers, whenIdle, load }: LaterSyncParts): LaterSync {
  const status = createStore<SyncStatus>(() => ({
    phase: connection.phase(),
    freshAtMs: null,
    pulling: false,
    firstSync: null,
    failed: false,
  }));
  let started: ComposedSync | null = null;
  let loading: Promise<ComposedSync> | null = null;
  let stopped = false;
  let cancelRetry = () => {};

  const start = (): Promise<ComposedSync> => {
    loading ??= load()
      .then((compose) => {
        if (stopped) throw new Error("sync was stopped before it was loaded");
        started = compose();
        const { tab } = started;
        const takeStatus = () => status.setState(tab.getStatus(), true);
        tab.subscribe(takeStatus);
        // The event of a lost network may have come before anything listened.
        if (!page.mayBeOnline()) connection.lost();
        takeStatus();
        return started;
      })
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    return loading;
  };
  const keepTrying = () => {
    if (stopped) return;
    start().catch(() => {
      cancelRetry = timers.after(RETRY_MS, keepTrying);
    });
  };
  void whenIdle().then(keepTrying);

  return {
    sync: {
      getStatus: status.getState,
      subscribe: status.subscribe,
      async pullNow() {
        if (started !== null) await started.tab.pullNow();
        else start().catch(() => undefined);
      },
      sendNow: () => started?.tab.sendNow(),
      async pollBulk() {
        await (await start()).tab.pollBulk();
      },
      async stop() {
        stopped = true;
        cancelRetry();
        await loading?.catch(() => undefined);
        await started?.tab.stop();
      },
    },
    retention: {
      choose: async (choice) => (await start()).retention.choose(choice),
      estimates: async (signal) => (await start()).retention.estimates(signal),
      total: async (signal) => (await start()).retention.total(signal),
    },
    calls: async () => (await start()).calls,
  };
}
