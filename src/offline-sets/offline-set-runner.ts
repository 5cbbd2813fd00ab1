import { offlineSetState } from "../domain/offline/offline-set.ts";
import type { PageSignals } from "../platform/page-signals.ts";
import type { InsightEngine } from "../query/insight-engine.ts";
import type { StoredOfflineSet } from "../storage/mirror/mirror-database.ts";
import type { Lead, OfflineSetSight } from "../storage/offline-sets/offline-set-storage.ts";
import { backoffMs } from "../sync/connection/backoff.ts";
import type { Connection } from "../sync/connection/connection.ts";
import { createWakeUp } from "../sync/connection/wake-up.ts";
import { createPictureFetch, type PictureFetchParts, type Went } from "./fetch-set-pictures.ts";
import { gatherOfflineSet } from "./offline-set-gather.ts";

export interface OfflineSetRunnerParts extends PictureFetchParts {
  insights: Pick<InsightEngine, "snapshot">;
  connection: Connection;
  page: Pick<PageSignals, "isVisible" | "subscribe">;
  random: () => number;
  isCostlyLink: () => boolean;
  watchLink: (listener: () => void) => () => void;
  /** Makes sync find out whether the server can still be reached. */
  pullNow: () => Promise<void>;
  /** Called with the names of sets whose pictures somebody else deleted on this device. */
  onLost: (names: readonly string[]) => void;
}

/**
 * Fetches the pictures of offline sets, set by set, while this tab leads. The page may be killed at any moment: a
 * picture is stored before its state, so one without a state is found in the cache; bytes are counted before they are
 * received.
 *
 * @throws FencedError when another tab has taken over
 */
export async function runOfflineSets(
  parts: OfflineSetRunnerParts,
  lead: Lead,
  signal: AbortSignal,
): Promise<void> {
  const { storage, pictures, connection } = parts;
  const fetchNext = createPictureFetch(parts, lead);
  const wakeUp = createWakeUp(parts.timers);
  let current: { packId: string; stop: AbortController } | null = null;
  let orders = "";
  let failures = 0;

  const isGoing = ({ set, covered }: OfflineSetSight) => {
    const online = connection.phase() === "online";
    const state = offlineSetState(set, { online, costly: parts.isCostlyLink(), covered });
    return state === "gathering" || state === "fetching";
  };
  /**
   * Aborts the current set where it may not go on. Wakes the loop where the order of sets changed, not for progress.
   */
  const reconsider = (sights: readonly OfflineSetSight[]) => {
    const going = sights.filter(isGoing).map(({ set }) => set.packId);
    if (current !== null && !going.includes(current.packId)) current.stop.abort();
    const now = JSON.stringify([going, connection.phase()]);
    if (now !== orders) wakeUp.wake();
    orders = now;
  };
  const lookAgain = () => void storage.look().then(reconsider, () => undefined);
  const stops = [
    storage.watch(reconsider),
    connection.subscribe(lookAgain),
    parts.watchLink(lookAgain),
    // The browser says nothing when pictures are deleted: a person who does it comes back to the page.
    parts.page.subscribe(wakeUp.wake),
  ];
  try {
    // Removes what is left of a set whose removal was cut off by the end of the page.
    await pictures.removeAllBut((await storage.all()).map(({ packId }) => packId)).catch(() => undefined);
    while (!signal.aborted) {
      await findLost(parts, lead);
      const next = (await storage.look()).find(isGoing);
      if (next === undefined) {
        await wakeUp.wait(Number.POSITIVE_INFINITY, signal);
        continue;
      }
      const stop = new AbortController();
      current = { packId: next.set.packId, stop };
      const went = await workOn(next.set, AbortSignal.any([signal, stop.signal])).finally(() => {
        current = null;
      });
      failures = went === "on" ? 0 : failures + 1;
      if (went === "later" && !stop.signal.aborted && !signal.aborted) {
        void parts.pullNow();
        await wakeUp.wait(backoffMs(failures, parts.random(), parts.page.isVisible()), signal);
      }
    }
  } finally {
    for (const stop of stops) stop();
  }

  async function workOn(set: StoredOfflineSet, stop: AbortSignal): Promise<Went> {
    if (set.insights !== null) return fetchNext(set, stop);
    const found = await gatherOfflineSet(set, parts.insights, stop).catch(() => null);
    if (found === null || stop.aborted) return "later";
    if (found === "tooMany") await storage.hold(set.packId, "tooMany", lead);
    else await storage.gathered(set.packId, found, lead);
    return "on";
  }
}

/** Pictures can be deleted without the sets that they belong to: such a set is not ready any more. */
async function findLost(
  { storage, pictures, onLost }: Pick<OfflineSetRunnerParts, "storage" | "pictures" | "onLost">,
  lead: Lead,
): Promise<void> {
  const withPictures = (await storage.all()).filter(({ fetched }) => fetched > 0);
  const lostIds = await pictures.without(withPictures.map(({ packId }) => packId)).catch((): string[] => []);
  if (lostIds.length === 0) return;
  for (const packId of lostIds) await storage.lost(packId, lead);
  onLost(withPictures.filter(({ packId }) => lostIds.includes(packId)).map(({ name }) => name));
}
