import { offlineSetCacheName, ownerOfOfflineSet, ownerOfPictures } from "../../protocol/worker-messages.ts";
import { dropCaches } from "../device-space/drop-caches.ts";

/**
 * The pictures of offline sets: one cache a set, so that removing a set frees all of it at once, and removing
 * thumbnails to make room leaves them. The page fills them, the service worker answers from them.
 */
export interface OfflineSetPictureCache {
  /** A picture that any cache of this device holds already; null where none does. */
  find(url: string): Promise<Blob | null>;
  /** @throws where the device is full; then nothing was stored */
  put(packId: string, url: string, picture: Blob): Promise<void>;
  /** Those of these sets of which no picture is stored. */
  without(packIds: readonly string[]): Promise<string[]>;
  remove(packId: string): Promise<void>;
  /** Removes the pictures of all sets but these; without an argument, of all. */
  removeAllBut(packIds: readonly string[]): Promise<void>;
}

export function openOfflineSetPictures(userId: number): OfflineSetPictureCache {
  return {
    async find(url) {
      if (typeof caches === "undefined") return null;
      for (const name of await caches.keys()) {
        if (ownerOfPictures(name) !== userId) continue;
        // Not by opening it: that would make a cache that was deleted since anew, and its set count as stored.
        const found = await caches.match(url, { cacheName: name, ignoreVary: true });
        if (found !== undefined) return await found.blob();
      }
      return null;
    },
    async put(packId, url, picture) {
      const cache = await caches.open(offlineSetCacheName(userId, packId));
      await cache.put(url, new Response(picture, { headers: { "content-type": picture.type } }));
    },
    async without(packIds) {
      if (typeof caches === "undefined" || packIds.length === 0) return [];
      const stored = new Set(await caches.keys());
      return packIds.filter((packId) => !stored.has(offlineSetCacheName(userId, packId)));
    },
    async remove(packId) {
      const meant = offlineSetCacheName(userId, packId);
      await dropCaches((name) => name === meant);
    },
    async removeAllBut(packIds) {
      const remaining = new Set(packIds.map((packId) => offlineSetCacheName(userId, packId)));
      await dropCaches((name) => ownerOfOfflineSet(name) === userId && !remaining.has(name));
    },
  };
}
