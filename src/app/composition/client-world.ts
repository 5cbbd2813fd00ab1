import type { Clock, Ids } from "../../domain/clock.ts";
import { type OpenChannel, openBrowserChannel } from "../../platform/channel.ts";
import { freeBytes } from "../../platform/free-bytes.ts";
import { apiBase } from "../../platform/http.ts";
import { isCostlyLink, watchLink } from "../../platform/link.ts";
import { browserLocks, type Locks } from "../../platform/locks.ts";
import { browserPageSignals, type PageSignals } from "../../platform/page-signals.ts";
import { pageVersion } from "../../platform/page-version.ts";
import { randomIds } from "../../platform/random-ids.ts";
import {
  browserLocalValues,
  type KeyValues,
  type LocalData,
  type LocalValues,
} from "../../platform/stored-values.ts";
import { systemClock } from "../../platform/system-clock.ts";
import { systemTimers, type Timers } from "../../platform/timers.ts";
import { whenIdle } from "../../platform/when-idle.ts";
import { browserInsightWorkers, type InsightWorkers } from "../../query/worker/start-insight-worker.ts";
import { updateStore } from "../../state/update-store.ts";
import { idbKeyValues } from "../../storage/idb-key-values.ts";
import { createPacing } from "../../sync/connection/pace.ts";
import type { SyncTimings } from "../../sync/sync-timings.ts";
import { loadPersonCode, personCode } from "./person-code.ts";
import { type Evicted, sayEvicted } from "./say-evicted.ts";
import { createStorages, type Storages } from "./storages.ts";

/** The ports through which the client reaches the browser. */
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
  /** Whether bytes are costly or slow on the link that the device has now. */
  isCostlyLink: () => boolean;
  /** Bytes that this site may still store; null where the browser does not say. */
  freeBytes: () => Promise<number | null>;
  watchLink: (listener: () => void) => () => void;
  /** Resolves when the first screen is shown and the page has nothing more urgent to do. */
  whenIdle: () => Promise<void>;
  openChannel: OpenChannel;
  insightWorkers: InsightWorkers;
  /** The version that this app is. */
  version: string;
  /** Called with every answer that names the oldest supported version: whether this one is older. */
  onTooOld: (tooOld: boolean) => void;
  storages: Storages;
  /** What this site had stored of a person was removed by the browser, or deleted by somebody. */
  onEvicted: (evicted: Evicted) => void;
  timings: SyncTimings;
  /** Factor of the time limits of calls. */
  timeLimitFactor: () => number;
  /** Stops of the services that are open: data is cleared only when nothing writes it any more. */
  running: Set<() => Promise<void>>;
}

export function browserWorld(env: { VITE_USE_EMULATOR?: string; VITE_API_BASE?: string }) {
  const pacing = createPacing();
  let firstScreenShown = () => {};
  const firstScreen = new Promise<void>((resolve) => {
    firstScreenShown = resolve;
  });
  const world: ClientWorld = {
    fetch: (input, init) => fetch(input, init),
    apiBase: apiBase(env),
    local: browserLocalValues(),
    keyValues: idbKeyValues,
    data: {
      clear: async (...of) => (await loadPersonCode()).browserLocalData.clear(...of),
      clearOthers: async (userId) => (await loadPersonCode()).browserLocalData.clearOthers(userId),
    },
    dropPictures: async (only) => (await loadPersonCode()).dropPictures(only),
    clock: systemClock,
    ids: randomIds,
    random: Math.random,
    timers: systemTimers,
    locks: browserLocks(),
    page: browserPageSignals(),
    isCostlyLink: () => isCostlyLink(),
    freeBytes,
    watchLink: (listener) => watchLink(listener),
    whenIdle: () => firstScreen.then(whenIdle),
    openChannel: openBrowserChannel,
    insightWorkers: browserInsightWorkers(),
    version: pageVersion(),
    onTooOld: (tooOld) => updateStore.setState({ tooOld }),
    storages: createStorages((userId) => personCode().openPersonStorages(userId, onNewerData)),
    onEvicted: (evicted) => void sayEvicted(evicted),
    timings: pacing.timings,
    timeLimitFactor: pacing.timeLimitFactor,
    running: new Set(),
  };
  return { world, setPace: pacing.set, firstScreenShown };
}

/** @param wasOpen while this page had the data open */
function onNewerData(wasOpen: boolean): void {
  // The newer one is on this device already: a reload brings it. Where it does not, nothing else will by itself.
  if (wasOpen) window.location.reload();
  else updateStore.setState({ dataIsNewer: true });
}
