import type { OutboxFiles, Services } from "../../client/services.tsx";
import { maySaveBulkActions } from "../../domain/account/role.ts";
import { clockAheadAt } from "../../platform/clock-difference.ts";
import type { Http } from "../../platform/http.ts";
import type { User } from "../../protocol/shapes.ts";
import { createWorkerEngine } from "../../query/worker/worker-engine.ts";
import type { OpenMirror } from "../../storage/mirror/open-mirror.ts";
import { type Connection, createConnection } from "../../sync/connection/connection.ts";
import { probeLiveness } from "../../sync/connection/liveness-probe.ts";
import { createHttpPhotoLoader } from "../../sync/http-photo-loader.ts";
import { createReviewOutbox } from "../../sync/outbox/create-review-outbox.ts";
import { loadOutboxChanges } from "../../sync/outbox/load-outbox-changes.ts";
import type { OutboxFilesParts } from "../../sync/outbox/outbox-files.ts";
import { createStoredOutbox, type StoredOutbox } from "../../sync/outbox/stored-outbox.ts";
import { isAway } from "../../sync/sync-status.ts";
import type { ClientWorld } from "./client-world.ts";
import { type LaterSync, startSyncLater } from "./later-sync.ts";
import { outboxOwner } from "./outbox-owner.ts";
import { watchEviction } from "./watch-eviction.ts";

/** Opens a person's storage and starts their sync; `stop` resolves when nothing of it writes any more. */
export function composeServices(
  user: User,
  { http, world }: { http: Http; world: ClientWorld },
): Services & { stop(): Promise<void> } {
  const userId = user.userIdSql;
  const maySave = maySaveBulkActions(user.role);
  const connection = createConnection(world.page.mayBeOnline() ? "unknown" : "offline");
  const probedHttp = probeLiveness({ http, connection, ...world });
  const { mirror, outboxStorage } = world.storages.take(userId);
  const outbox = createStoredOutbox({
    storage: outboxStorage,
    reclaimSteps: reclaimSteps(userId, mirror, world.dropPictures),
    clock: world.clock,
    ids: world.ids,
    maySave,
  });
  const insights = createWorkerEngine({
    userId,
    outbox,
    timers: world.timers,
    onCommit: mirror.onCommit,
    startWorker: world.insightWorkers.start,
    async inThreadEngine() {
      const { createInThreadEngine } = await import("../../query/worker/in-thread-engine.ts");
      return createInThreadEngine(mirror, outbox);
    },
  });
  const base: PersonParts = {
    world,
    userId,
    maySave,
    http,
    probedHttp,
    connection,
    mirror,
    outbox,
    insights,
  };
  const { sync, retention, calls } = composeLaterSync(base);
  const pullNow = () => sync.pullNow();
  // A failed load is repeated by the first action.
  void world
    .whenIdle()
    .then(loadOutboxChanges)
    .catch(() => undefined);
  void watchEviction(userId, { outbox, storage: outboxStorage }, world.local, world.onEvicted);
  const stopWatching = watchDeletionLater(mirror, world);
  return {
    insights,
    outbox: createReviewOutbox({
      outbox,
      serverStatuses: insights.serverStatuses,
      pollBulk: () => sync.pollBulk(),
      clock: world.clock,
      ids: world.ids,
      maySave,
      isOffline: () => isAway(connection.phase()),
      clockAheadAt: (deviceMs) => clockAheadAt(world.local, deviceMs),
    }),
    sync,
    photos: createHttpPhotoLoader(http, userId, world.page),
    mirror: mirror.tables,
    username: user.username,
    userId,
    http: probedHttp,
    files: outboxFiles({ ...world, outbox, maySave, owner: outboxOwner(user, world.apiBase) }),
    retention,
    offlineSets: once(async () => {
      const { offlineSetControl } = await loadOfflineSets();
      return offlineSetControl({ ...world, userId, mirror, insights, calls: await calls(), pullNow });
    }),
    isCostlyLink: world.isCostlyLink,
    timers: world.timers,
    // Only the sync panel asks.
    space: async () =>
      (await import("../../storage/device-space/space-used.ts")).readSpace(userId, {
        mirror,
        outbox: outboxStorage,
      }),
    stop: stopOnce(world.running, async () => {
      await sync.stop();
      stopWatching();
      insights.stop();
      // Unsent work that was deleted under this page is stored anew before the page forgets it.
      await outboxStorage.settled();
      outbox.stop();
      mirror.close();
    }),
  };
}

/** Parts that the services of one person share. */
interface PersonParts {
  world: ClientWorld;
  userId: number;
  maySave: boolean;
  http: Http;
  probedHttp: Http;
  connection: Connection;
  mirror: OpenMirror;
  outbox: StoredOutbox;
  insights: ReturnType<typeof createWorkerEngine>;
}

function composeLaterSync(parts: PersonParts): LaterSync {
  const { world, userId, maySave, http, probedHttp, connection, mirror, outbox, insights } = parts;
  const startedAtMs = world.clock.now();
  return startSyncLater({
    ...world,
    connection,
    async load() {
      const { composeSync } = await import("./compose-sync.ts");
      return () =>
        composeSync({
          ...world,
          userId,
          maySave,
          startedAtMs,
          http: probedHttp,
          async backgroundTask(lead, signal) {
            await firstOfflineSet(mirror, signal);
            if (signal.aborted) return;
            const sets = { ...world, userId, mirror, insights, connection, http };
            await (await loadOfflineSets()).fetchOfflineSets(sets, lead, signal);
          },
          async dropReusedPictures() {
            await world.dropPictures();
            if ((await mirror.database.packs.count()) > 0)
              await (await loadOfflineSets()).reclaimOfflineSets({ userId, mirror });
          },
          mirror,
          compact: insights.compact,
          outbox,
          serverStatuses: insights.serverStatuses,
          connection,
        });
    },
  });
}

/**
 * Dropped in this order where the device has no space left for an action. All of it can be fetched again:
 * whole photographs, thumbnails, the older half of the insights, all but the newest, and pictures saved for offline.
 */
function reclaimSteps(
  userId: number,
  mirror: OpenMirror,
  dropPictures: ClientWorld["dropPictures"],
): (() => Promise<void>)[] {
  return [
    () => dropPictures("opened"),
    () => dropPictures(),
    () => mirror.trim(0.5),
    () => mirror.trim(1),
    async () => (await loadOfflineSets()).reclaimOfflineSets({ userId, mirror }),
  ];
}

/** Stops once, however often it is called, and is listed in `running` until then. */
function stopOnce(running: ClientWorld["running"], stopAll: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= stopAll().finally(() => running.delete(stop));
    return stopped;
  };
  running.add(stop);
  return stop;
}

/** Resolves once there is an offline set on this device, or with the signal. */
function firstOfflineSet(mirror: OpenMirror, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stopWaiting = mirror.follow(
      () => mirror.database.packs.count(),
      (count) => count > 0 && resolve(),
    );
    const end = () => {
      stopWaiting();
      resolve();
    };
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Returns the function that ends it. */
function watchDeletionLater(mirror: OpenMirror, { whenIdle, onEvicted }: ClientWorld): () => void {
  let stopped = false;
  let stop = () => {};
  const start = async () => {
    await whenIdle();
    const { watchDeletion } = await import("./watch-deletion.ts");
    if (!stopped) stop = watchDeletion(mirror, onEvicted);
  };
  // Without the code the mirror is filled anew all the same.
  start().catch(() => undefined);
  return () => {
    stopped = true;
    stop();
  };
}

/** Loads at the first call; a load that fails is repeated by the next one. */
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

/** Few people export or import unsent work: the code is loaded with the first call. */
function outboxFiles(parts: OutboxFilesParts): OutboxFiles {
  const load = () => import("../../sync/outbox/outbox-files.ts");
  return {
    exportUnsent: async () => (await load()).exportOutbox(parts),
    importUnsent: async (text, agreed) => (await load()).importOutbox(parts, text, agreed),
  };
}

/** Few people have offline sets: the code is loaded with the first of them. */
function loadOfflineSets() {
  return import("./compose-offline-sets.ts");
}
