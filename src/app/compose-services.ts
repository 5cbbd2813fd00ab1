import type { Clock, Ids } from "../domain/clock.ts";
import { maySaveBulkActions } from "../domain/role.ts";
import { isOlderVersion } from "../domain/version.ts";
import type { OutboxFiles, Services } from "../features/services.tsx";
import { SESSION_SENTENCES } from "../messages/session.ts";
import { SYNC } from "../messages/sync.ts";
import { type OpenChannel, openBrowserChannel } from "../platform/channel.ts";
import { freeBytes } from "../platform/free-bytes.ts";
import { apiBase, createHttp, type Http } from "../platform/http.ts";
import { isCostlyLink, watchLink } from "../platform/link.ts";
import { browserLocks, type Locks } from "../platform/locks.ts";
import { browserPageSignals, type PageSignals } from "../platform/page-signals.ts";
import { pageVersion } from "../platform/page-version.ts";
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
import { browserInsightWorkers, type InsightWorkers } from "../query/start-insight-worker.ts";
import { createWorkerInsightView } from "../query/worker-insight-view.ts";
import { createSessionStore } from "../state/session.ts";
import type { SessionStoreApi } from "../state/session-store.ts";
import { showToast } from "../state/toast-store.ts";
import { updateStore } from "../state/update-store.ts";
import { idbKeyValues } from "../storage/idb-key-values.ts";
import { browserLocalData } from "../storage/local-data.ts";
import { createConnection } from "../sync/connection.ts";
import { deviceEditKind } from "../sync/device-edit-kind.ts";
import { createHttpPhotoLoader } from "../sync/http-photo-loader.ts";
import { createKeepControl } from "../sync/keep-control.ts";
import type { OutboxFilesParts } from "../sync/outbox-files.ts";
import { createPacing } from "../sync/pace.ts";
import { createServerCalls } from "../sync/server-calls.ts";
import { watchSilence } from "../sync/silence-watch.ts";
import { createStoredReviewOutbox } from "../sync/stored-review-outbox.ts";
import { type SyncTab, startSync } from "../sync/sync-tab.ts";
import type { SyncTimings } from "../sync/sync-timings.ts";
import { outboxOwner } from "./outbox-owner.ts";
import { createStorages, type Storages } from "./storages.ts";
import { forgetKeptWork, watchEviction } from "./watch-eviction.ts";

/** What the client needs of the world around it. */
export interface ClientWorld {
  fetch: typeof fetch;
  apiBase: string;
  local: LocalValues;
  keyValues: KeyValues;
  data: LocalData;
  /** Drops pictures that come again when they are looked at again. */
  dropPictures: (only?: "opened") => Promise<void>;
  clock: Clock;
  ids: Ids;
  random: () => number;
  timers: Timers;
  locks: Locks;
  page: PageSignals;
  /** Whether bytes are dear or slow on the link that the device has now. */
  isCostlyLink: () => boolean;
  /** Bytes that this site may still store; null where the browser does not tell. */
  freeBytes: () => Promise<number | null>;
  watchLink: (listener: () => void) => () => void;
  openChannel: OpenChannel;
  insightWorkers: InsightWorkers;
  /** The version that this app is. */
  version: string;
  /** Told with every answer that says so whether the server is too new for this version. */
  onTooOld: (tooOld: boolean) => void;
  storages: Storages;
  /** The browser removed a person's unsent work. */
  onEvicted: (unsent: number) => void;
  timings: SyncTimings;
  /** By how much time limits of calls are longer than usual. */
  patience: () => number;
  /** Stops of the services that are open: data is cleared only when nothing writes it any more. */
  running: Set<() => Promise<void>>;
}

export function browserWorld(env: { VITE_USE_EMULATOR?: string; VITE_API_BASE?: string }) {
  const pacing = createPacing();
  const world: ClientWorld = {
    fetch: (input, init) => fetch(input, init),
    apiBase: apiBase(env),
    local: browserLocalValues(),
    keyValues: idbKeyValues,
    data: browserLocalData,
    // Few devices ever run full.
    dropPictures: async (only) => (await import("../storage/drop-pictures.ts")).dropPictures(only),
    clock: systemClock,
    ids: randomIds,
    random: Math.random,
    timers: systemTimers,
    locks: browserLocks(),
    page: browserPageSignals(),
    isCostlyLink: () => isCostlyLink(),
    freeBytes,
    watchLink: (listener) => watchLink(listener),
    openChannel: openBrowserChannel,
    insightWorkers: browserInsightWorkers(),
    version: pageVersion(),
    onTooOld: (tooOld) => updateStore.setState({ tooOld }),
    storages: createStorages((wasOpen) => {
      // The newer one is on this device already: a reload brings it. Where it does not, nothing else will by itself.
      if (wasOpen) window.location.reload();
      else updateStore.setState({ dataIsNewer: true });
    }),
    onEvicted: (unsent) =>
      void showToast({ message: SYNC.evicted(unsent), tone: "error", durationMs: Number.POSITIVE_INFINITY }),
    timings: pacing.timings,
    patience: pacing.patience,
    running: new Set(),
  };
  return { world, setPace: pacing.set };
}

/** Here a refusal says that what was typed is wrong, and nothing of the session. */
const ABOUT_PASSWORDS = ["/api/login", "/api/changePassword"];

/** The way to the server and the session that stands behind it: a 401 or 403 anywhere makes the session look again. */
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
      if (options.discardUnsent) forgetKeptWork(userId, local);
    },
  };
  const http = createHttp({
    base: world.apiBase,
    authorization: () => local.get(LOCAL_KEYS.token),
    fetch: world.fetch,
    patience: world.patience,
    onMinClient: (least) => world.onTooOld(isOlderVersion(world.version, least)),
    onTooOld: () => world.onTooOld(true),
    onDenied(path) {
      // A token that ended or a role that was taken: who this is, is asked anew, and the screens follow the answer.
      if (!ABOUT_PASSWORDS.includes(path) && path !== "/api/user") void session.getState().verify();
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
  const connection = createConnection(world.page.mayBeOnline() ? "unknown" : "offline");
  const heard = watchSilence({ http, connection, ...world });
  const calls = createServerCalls(heard);
  const { mirror, outboxStorage } = world.storages.open(userId);
  const outbox = createStoredReviewOutbox({
    storage: outboxStorage,
    // Whole photographs first, then thumbnails, then the older half of the insights, then all but the newest, what was packed last: they come again.
    rooms: [
      () => world.dropPictures("opened"),
      () => world.dropPictures(),
      () => mirror.trim(0.5),
      () => mirror.trim(1),
      async () => (await packing()).control.giveRoom(),
    ],
    clock: world.clock,
    ids: world.ids,
    maySave,
    isOffline: () => connection.phase() === "offline" || connection.phase() === "signedOut",
    pollBulk: () => sync.pollBulk(),
    mirrored: (insightIds) => insights.serverStatuses(insightIds),
  });
  const insights = createWorkerInsightView({
    userId,
    outbox,
    timers: world.timers,
    startWorker: world.insightWorkers.start,
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
    kinds: [deviceEditKind(heard)],
    beside: async (lead, signal) => {
      // Few people pack: the part that fetches is loaded once somebody has.
      await new Promise<void>((resolve) => {
        const stopWaiting = mirror.follow(
          () => mirror.database.packs.count(),
          (count) => count > 0 && resolve(),
        );
        signal.addEventListener("abort", () => resolve(), { once: true });
        signal.addEventListener("abort", stopWaiting, { once: true });
      });
      if (!signal.aborted) await (await packing()).run(lead, signal);
    },
    // Repacking takes seconds where there is much to repack: the worker does it.
    mirror: { ...mirror, compact: insights.compact },
    outbox,
    connection,
  });
  const packing = once(async () => {
    const { composePacks } = await import("./compose-packs.ts");
    return composePacks({
      ...world,
      userId,
      mirror,
      insights,
      calls,
      connection,
      http,
      pullNow: () => sync.pullNow(),
    });
  });
  void watchEviction(userId, { outbox, storage: outboxStorage }, world.local, world.onEvicted);
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
    username: user.username,
    userId,
    http: heard,
    files: outboxFiles({ ...world, outbox, maySave, owner: outboxOwner(user, world.apiBase) }),
    keep: createKeepControl({ mirror, calls, pullNow: () => sync.pullNow() }),
    packs: async () => (await packing()).control,
    isCostlyLink: world.isCostlyLink,
    // The panel alone asks.
    space: async () =>
      (await import("../storage/space-used.ts")).readSpace(userId, { mirror, outbox: outboxStorage }),
    stop,
  };
}

/** One that fails is tried again when it is wanted. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/** Few people ever need files, so that their part is loaded only then. */
function outboxFiles(parts: OutboxFilesParts): OutboxFiles {
  const load = () => import("../sync/outbox-files.ts");
  return {
    exportUnsent: async () => (await load()).exportOutbox(parts),
    importUnsent: async (text, agreed) => (await load()).importOutbox(parts, text, agreed),
  };
}
