import { leavesSpace, offlineSetState, picturesLeft } from "../domain/offline/offline-set.ts";
import type { OpenAnswer } from "../platform/http.ts";
import type { PageSignals } from "../platform/page-signals.ts";
import type { Timers } from "../platform/timers.ts";
import { pictureQuery } from "../protocol/worker-messages.ts";
import type { InsightEngine } from "../query/insight-engine.ts";
import { isStorageFull } from "../storage/device-space/reclaim-space.ts";
import type { OfflineSetPicture, StoredOfflineSet } from "../storage/mirror/mirror-database.ts";
import type { OfflineSetPictureCache } from "../storage/offline-sets/offline-set-pictures.ts";
import type {
  Lead,
  OfflineSetSight,
  OfflineSetStorage,
} from "../storage/offline-sets/offline-set-storage.ts";
import { backoffMs } from "../sync/connection/backoff.ts";
import type { Connection } from "../sync/connection/connection.ts";
import { createWakeUp } from "../sync/connection/wake-up.ts";
import { fetchPicture } from "./fetch-picture.ts";
import { gatherOfflineSet } from "./offline-set-gather.ts";

export interface OfflineSetRunnerParts {
  storage: OfflineSetStorage;
  pictures: OfflineSetPictureCache;
  insights: Pick<InsightEngine, "snapshot">;
  open: OpenAnswer;
  /** Before the path of a picture: "" for this page's own origin. */
  apiBase: string;
  connection: Connection;
  page: Pick<PageSignals, "isVisible">;
  timers: Timers;
  random: () => number;
  isCostlyLink: () => boolean;
  /** Bytes that this site may still store; null where the browser does not tell. */
  freeBytes: () => Promise<number | null>;
  watchLink: (listener: () => void) => () => void;
  /** Makes sync find out whether the server can still be reached. */
  pullNow: () => Promise<void>;
}

/** Pictures under way at once: the line is for the outbox and for what a person looks at too. */
const AT_ONCE = 3;
/** Pictures between two looks at how much room there is. */
const BATCH = 24;
/** A picture that the server refused so often is left, until a person asks again. */
const TRIES_MAX = 5;
const IDLE_MS = 30_000;
const PATH = "/api/photo";

type Went = "on" | "later";

/**
 * Fetches what packed sets want, set by set, while this tab leads. It may be ended at any moment: each picture is
 * stored before it is noted, and found again where it was not noted; bytes are counted before they are received.
 *
 * @throws FencedError when another tab has taken over
 */
export async function runOfflineSets(
  parts: OfflineSetRunnerParts,
  lead: Lead,
  signal: AbortSignal,
): Promise<void> {
  const { storage, pictures, connection } = parts;
  const wakeUp = createWakeUp(parts.timers);
  let current: { packId: string; stop: AbortController } | null = null;
  let orders = "";
  let failures = 0;

  const isGoing = ({ pack, covered }: OfflineSetSight) => {
    const online = connection.phase() === "online";
    const state = offlineSetState(pack, { online, costly: parts.isCostlyLink(), covered });
    return state === "gathering" || state === "fetching";
  };
  /** What is under way is given up where it may not go on; its own progress wakes nobody. */
  const reconsider = (sights: readonly OfflineSetSight[]) => {
    const going = sights.filter(isGoing).map(({ pack }) => pack.packId);
    if (current !== null && !going.includes(current.packId)) current.stop.abort();
    const now = JSON.stringify([going, connection.phase()]);
    if (now !== orders) wakeUp.wake();
    orders = now;
  };
  const lookAgain = () => void storage.look().then(reconsider, () => undefined);
  const stops = [storage.watch(reconsider), connection.subscribe(lookAgain), parts.watchLink(lookAgain)];
  try {
    // Of a set that was unpacked while the app was ended in the middle of it.
    await pictures.removeAllBut((await storage.all()).map(({ packId }) => packId)).catch(() => undefined);
    while (!signal.aborted) {
      const next = (await storage.look()).find(isGoing);
      if (next === undefined) {
        await wakeUp.wait(Number.POSITIVE_INFINITY, signal);
        continue;
      }
      const stop = new AbortController();
      current = { packId: next.pack.packId, stop };
      const went = await workOn(next.pack, AbortSignal.any([signal, stop.signal])).finally(() => {
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

  async function workOn(pack: StoredOfflineSet, stop: AbortSignal): Promise<Went> {
    if (pack.insights !== null) return fetchSome(pack, stop);
    const found = await gatherOfflineSet(pack, parts.insights, stop).catch(() => null);
    if (found === null || stop.aborted) return "later";
    if (found === "tooMany") await storage.hold(pack.packId, "tooMany", lead);
    else await storage.gathered(pack.packId, found, lead);
    return "on";
  }

  async function fetchSome(pack: StoredOfflineSet, stop: AbortSignal): Promise<Went> {
    const batch = await storage.next(pack.packId, BATCH);
    if (batch.length === 0) {
      if (picturesLeft(pack) > 0) await storage.recount(pack.packId, lead);
      return "on";
    }
    const room = { free: await parts.freeBytes() };
    let went: Went = "on";
    let at = 0;
    const takeTurns = async () => {
      for (let next = batch[at++]; next !== undefined; next = batch[at++]) {
        if (stop.aborted || went === "later") return;
        went = (await fetchOne(next, room, stop)) === "later" ? "later" : went;
      }
    };
    const turns = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns));
    for (const turn of turns) if (turn.status === "rejected") throw turn.reason;
    return went;
  }

  async function fetchOne(
    picture: OfflineSetPicture,
    room: { free: number | null },
    stop: AbortSignal,
  ): Promise<Went> {
    const { packId } = picture;
    const query = pictureQuery(picture, picture.thumbnail);
    const url = `${parts.apiBase}${PATH}?${new URLSearchParams(query)}`;
    const here = await pictures.find(url).catch(() => null);
    if (here !== null) return await keep(picture, url, here, 0);
    let charged = 0;
    const outcome = await fetchPicture({
      open: parts.open,
      timers: parts.timers,
      path: PATH,
      query,
      start: (await storage.part(picture)) ?? null,
      signal: stop,
      idleMs: IDLE_MS,
      async mayReceive(bytes) {
        if (!leavesSpace(room.free, bytes)) {
          await storage.hold(packId, "full", lead);
          return false;
        }
        // Taken before anything is waited for: others take theirs meanwhile.
        if (room.free !== null) room.free -= bytes;
        const may = await storage.charge(packId, bytes, lead);
        if (may) charged += bytes;
        else if (room.free !== null) room.free += bytes;
        return may;
      },
    });
    const unspent = Math.max(0, charged - outcome.received);
    const settle = (kind: "missing" | "failed" | "refused" | "cut") =>
      storage.settle(picture, { kind, stored: 0, unspent }, lead);
    switch (outcome.kind) {
      case "whole":
        return await keep(picture, url, outcome.picture, unspent);
      case "missing":
        await settle("missing");
        return "on";
      case "refused":
        await settle(picture.tries + 1 < TRIES_MAX ? "refused" : "failed");
        return "later";
      case "stopped":
        await settle("cut");
        return "later";
      case "cut":
        if (outcome.start !== null)
          await storage.keepPart({ ...outcome.start, packId, at: picture.at }).catch(() => {});
        await settle("cut");
        return "later";
    }
  }

  async function keep(picture: OfflineSetPicture, url: string, blob: Blob, unspent: number): Promise<Went> {
    try {
      await pictures.put(picture.packId, url, blob);
    } catch (error) {
      await storage.settle(picture, { kind: "cut", stored: 0, unspent }, lead);
      if (isStorageFull(error)) await storage.hold(picture.packId, "full", lead);
      return "later";
    }
    await storage.settle(picture, { kind: "fetched", stored: blob.size, unspent }, lead);
    // Unpacked while it came: what was stored a moment ago would lie there for nobody.
    if ((await storage.get(picture.packId)) === undefined) await pictures.remove(picture.packId);
    return "on";
  }
}
