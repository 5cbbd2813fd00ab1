import { thumbnailCaches } from "./thumbnail-caches.ts";

const DROPPED_AT_ONCE = 100;

/**
 * All pictures that people looked at, whoever they are: they come again when they are looked at again. Picture by
 * picture, which takes its time: of a cache that is deleted whole Chromium frees nothing while its service worker
 * still has it open, and this is called where the room is needed now.
 */
export async function dropThumbnails(): Promise<void> {
  for (const name of await thumbnailCaches(() => true)) {
    const cache = await caches.open(name);
    const kept = await cache.keys();
    for (let start = 0; start < kept.length; start += DROPPED_AT_ONCE) {
      const some = kept.slice(start, start + DROPPED_AT_ONCE);
      await Promise.all(some.map((request) => cache.delete(request, { ignoreVary: true })));
    }
    await caches.delete(name);
  }
}
