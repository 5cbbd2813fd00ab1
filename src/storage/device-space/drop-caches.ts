const DROPPED_AT_ONCE = 100;

/**
 * Deletes the caches with these names, picture by picture. This is slow, but for a cache that is deleted whole
 * Chromium frees no space while a service worker has it open.
 */
export async function dropCaches(isMeant: (name: string) => boolean): Promise<void> {
  // There are no caches outside of a secure context, and then no service worker that filled them.
  if (typeof caches === "undefined") return;
  for (const name of await caches.keys()) {
    if (!isMeant(name)) continue;
    // A cache that could not be emptied is deleted all the same.
    await empty(name).catch(() => undefined);
    await caches.delete(name);
  }
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
  const failures: unknown[] = [];
  for (let start = 0; start < requests.length; start += DROPPED_AT_ONCE) {
    const some = requests.slice(start, start + DROPPED_AT_ONCE);
    const ends = await Promise.allSettled(some.map((request) => cache.delete(request, { ignoreVary: true })));
    for (const end of ends) if (end.status === "rejected") failures.push(end.reason);
  }
  if (failures.length > 0) throw failures[0];
}
