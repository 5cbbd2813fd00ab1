import { doAll } from "./do-all.ts";

const DROPPED_AT_ONCE = 100;

/**
 * Deletes the caches with these names, picture by picture. This is slow, but for a cache that is deleted whole
 * Chromium frees no space while a service worker has it open.
 *
 * @throws the first failure, after all other caches are deleted
 */
export async function dropCaches(isMeant: (name: string) => boolean): Promise<void> {
  // There are no caches outside of a secure context, and then no service worker that filled them.
  if (typeof caches === "undefined") return;
  await doAll((await caches.keys()).filter(isMeant), async (name) => {
    // A cache that could not be emptied is deleted all the same.
    await empty(name).catch(() => undefined);
    await caches.delete(name);
  });
}

async function empty(name: string): Promise<void> {
  const cache = await caches.open(name);
  await deleteRequests(cache, await cache.keys());
}

/**
 * Deletes these entries of a cache, some at a time.
 * @throws the first failure, after all others are deleted
 */
export async function deleteRequests(cache: Cache, requests: readonly Request[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(requests.length / DROPPED_AT_ONCE) }, (_, at) =>
    requests.slice(at * DROPPED_AT_ONCE, (at + 1) * DROPPED_AT_ONCE),
  );
  await doAll(parts, async (some) => {
    const ends = await Promise.allSettled(some.map((request) => cache.delete(request, { ignoreVary: true })));
    const failure = ends.find(({ status }) => status === "rejected");
    if (failure?.status === "rejected") throw failure.reason;
  });
}
