import type { Clock, Ids } from "../domain/clock.ts";
import { maySaveBulkActions } from "../domain/role.ts";
import type { Services } from "../features/services.tsx";
import { SESSION_SENTENCES } from "../messages/session.ts";
import { type OpenChannel, openBrowserChannel } from "../platform/channel.ts";
import { apiBase, createHttp, type Http } from "../platform/http.ts";
import { browserLocks, type Locks } from "../platform/locks.ts";
import { browserPageSignals, type PageSignals } from "../platform/page-signals.ts";
import { randomIds } from "../platform/random-ids.ts";
import {
  browserLocalValues,
  type KeyValues,
  LOCAL_KEYS,
  type LocalData,
  type LocalValues,
} from "../platform/stored-values.ts";
import { systemClock } from "../platform/system-clock.ts";
import { systemTimers, type Timers } from "../platform/timers.ts";
import type { User } from "../protocol/shapes.ts";
import { startInsightWorker } from "../query/start-insight-worker.ts";
import { createWorkerInsightView } from "../query/worker-insight-view.ts";
import { createSessionStore } from "../state/session.ts";
import type { SessionStoreApi } from "../state/session-store.ts";
import { idbKeyValues } from "../storage/idb-key-values.ts";
import { browserLocalData } from "../storage/local-data.ts";
import { openMirrorStorage } from "../storage/mirror-storage.ts";
import { openOutboxStorage } from "../storage/outbox-storage.ts";
import { createConnection } from "../sync/connection.ts";
import { createHttpPhotoLoader } from "../sync/http-photo-loader.ts";
import { createServerCalls } from "../sync/server-calls.ts";
import { createStoredReviewOutbox } from "../sync/stored-review-outbox.ts";
import { SYNC_TIMINGS, type SyncTab, type SyncTimings, startSync } from "../sync/sync-tab.ts";

/** What the client needs of the world around it. */
export interface ClientWorld {
  fetch: typeof fetch;
  apiBase: string;
  local: LocalValues;
  keyValues: KeyValues;
  data: LocalData;
  clock: Clock;
  ids: Ids;
  random: () => number;
  timers: Timers;
  locks: Locks;
  page: PageSignals;
  openChannel: OpenChannel;
  timings: SyncTimings;
  /** Stops of the services that are open: data is cleared only when nothing writes it any more. */
  running: Set<() => Promise<void>>;
}

export function browserWorld(env: { VITE_USE_EMULATOR?: string; VITE_API_BASE?: string }): ClientWorld {
  return {
    fetch: (input, init) => fetch(input, init),
    apiBase: apiBase(env),
    local: browserLocalValues(),
    keyValues: idbKeyValues,
    data: browserLocalData,
    clock: systemClock,
    ids: randomIds,
    random: Math.random,
    timers: systemTimers,
    locks: browserLocks(),
    page: browserPageSignals(),
    openChannel: openBrowserChannel,
    timings: SYNC_TIMINGS,
    running: new Set(),
  };
}

/** The way to the server and the session that stands behind it: a 401 anywhere makes the session look again. */
export function composeSession(world: ClientWorld): { http: Http; session: SessionStoreApi } {
  const { local, keyValues } = world;
  const atRest = async () => {
    await Promise.all(Array.from(world.running, (stop) => stop()));
  };
  const data: LocalData = {
    ...world.data,
    async clear(userId, options) {
      await atRest();
      await world.data.clear(userId, options);
    },
  };
  const http = createHttp({
    base: world.apiBase,
    authorization: () => local.get(LOCAL_KEYS.token),
    fetch: world.fetch,
    onSignedOut(path) {
      if (path !== "/api/user" && path !== "/api/login") void session.getState().verify();
    },
  });
  const session = createSessionStore({ http, local, keyValues, data, sentences: SESSION_SENTENCES });
  return { http, session };
}

/** Another tab signed in or out: this one follows. Returns the way to stop. */
export function followOtherTabs(session: SessionStoreApi): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === LOCAL_KEYS.token || event.key === null) void session.getState().start();
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

/** Opens a person's storage and starts their sync. */
export function composeServices(
  user: User,
  { http, world }: { http: Http; world: ClientWorld },
): Services & { stop(): Promise<void> } {
  const userId = user.userIdSql;
  const maySave = maySaveBulkActions(user.role);
  const calls = createServerCalls(http);
  const connection = createConnection(world.page.mayBeOnline() ? "unknown" : "offline");
  const mirror = openMirrorStorage(userId);
  const outbox = createStoredReviewOutbox({
    storage: openOutboxStorage(userId),
    clock: world.clock,
    ids: world.ids,
    maySave,
    isOffline: () => connection.phase() === "offline" || connection.phase() === "signedOut",
    pollBulk: () => sync.pollBulk(),
  });
  const insights = createWorkerInsightView({
    userId,
    outbox,
    timers: world.timers,
    startWorker: startInsightWorker,
    async plainView() {
      const { createPlainInsightView } = await import("../query/plain-insight-view.ts");
      return createPlainInsightView(mirror, outbox);
    },
  });
  const sync: SyncTab = startSync({
    ...world,
    userId,
    maySave,
    calls,
    // Repacking takes seconds where there is much to repack: the worker does it.
    mirror: { ...mirror, compact: insights.compact },
    outbox,
    connection,
  });
  let stopped: Promise<void> | null = null;
  const stopAll = async () => {
    await sync.stop();
    insights.stop();
    outbox.stop();
    mirror.close();
    world.running.delete(stop);
  };
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  world.running.add(stop);
  return {
    insights,
    outbox,
    sync,
    photos: createHttpPhotoLoader(http, userId, world.page),
    mirror: mirror.tables,
    stop,
  };
}
