import { leavesSpace, picturesLeft } from "../domain/offline/offline-set.ts";
import type { OpenAnswer } from "../platform/http.ts";
import type { Timers } from "../platform/timers.ts";
import { pictureQuery } from "../protocol/worker-messages.ts";
import { isStorageFull } from "../storage/device-space/reclaim-space.ts";
import type { OfflineSetPicture, StoredOfflineSet } from "../storage/mirror/mirror-database.ts";
import type { OfflineSetPictureCache } from "../storage/offline-sets/offline-set-pictures.ts";
import type { Lead, OfflineSetStorage } from "../storage/offline-sets/offline-set-storage.ts";
import { fetchPicture } from "./fetch-picture.ts";

export interface PictureFetchParts {
  storage: OfflineSetStorage;
  pictures: OfflineSetPictureCache;
  open: OpenAnswer;
  /** Before the path of a picture: "" for this page's own origin. */
  apiBase: string;
  timers: Timers;
  /** Bytes that this site may still store; null where the browser does not say. */
  freeBytes: () => Promise<number | null>;
}

/** Pictures fetched at once: the outbox and the open screen need the connection too. */
const AT_ONCE = 3;
/** Pictures between two checks of the free space. */
const BATCH = 24;
/** After this many refusals a picture counts as failed, until a person retries. */
const TRIES_MAX = 5;
const IDLE_MS = 30_000;
const PATH = "/api/photo";

/** `later`: nothing comes through now; the caller waits before it goes on. */
export type Went = "on" | "later";

/** Bytes that this site may still store, less those of the pictures under way. */
interface Room {
  free: number | null;
}

/**
 * Fetches the next pictures of a set: each is stored before it is noted, and bytes are counted before they are
 * received. Rejects with FencedError when another tab has taken over.
 */
export function createPictureFetch(parts: PictureFetchParts, lead: Lead) {
  const { storage, pictures } = parts;
  const budgetOf = createBudgets(storage, lead);
  return fetchNext;

  async function fetchNext(set: StoredOfflineSet, stop: AbortSignal): Promise<Went> {
    const batch = await storage.next(set.packId, BATCH);
    if (batch.length === 0) {
      if (picturesLeft(set) > 0) await storage.recount(set.packId, lead);
      return "on";
    }
    const room: Room = { free: await parts.freeBytes() };
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

  async function fetchOne(picture: OfflineSetPicture, room: Room, stop: AbortSignal): Promise<Went> {
    const { packId } = picture;
    const query = pictureQuery(picture, picture.thumbnail);
    const url = `${parts.apiBase}${PATH}?${new URLSearchParams(query)}`;
    const here = await pictures.find(url).catch(() => null);
    if (here !== null) return await keep(picture, url, here, 0);
    const budget = budgetOf(packId, room);
    const outcome = await fetchPicture({
      open: parts.open,
      timers: parts.timers,
      path: PATH,
      query,
      start: (await storage.part(picture)) ?? null,
      signal: stop,
      idleMs: IDLE_MS,
      mayReceive: budget.mayReceive,
    });
    const unspent = Math.max(0, budget.charged() - outcome.received);
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
    // The set was removed during the fetch: its stored picture must not stay behind.
    if ((await storage.get(picture.packId)) === undefined) await pictures.remove(picture.packId);
    return "on";
  }
}

/** Charges a set for the bytes of one picture, within its budget and the space on the device. */
function createBudgets(storage: OfflineSetStorage, lead: Lead) {
  return (packId: string, room: Room) => {
    let charged = 0;
    return {
      charged: () => charged,
      async mayReceive(bytes: number): Promise<boolean> {
        if (!leavesSpace(room.free, bytes)) {
          await storage.hold(packId, "full", lead);
          return false;
        }
        // Subtracted before anything is awaited: the other pictures under way subtract theirs meanwhile.
        if (room.free !== null) room.free -= bytes;
        const may = await storage.charge(packId, bytes, lead);
        if (may) charged += bytes;
        else if (room.free !== null) room.free += bytes;
        return may;
      },
    };
  };
}
