import { ownerOfOfflineSet, THUMBNAIL_OWNER_HEADER } from "../src/protocol/worker-messages.ts";

/** A picture, small or whole, that a page requests for a person: only these may be in an offline set. */
export function isPictureRequest(request: Request): boolean {
  return (
    request.method === "GET" &&
    new URL(request.url).pathname === "/api/photo" &&
    request.headers.has(THUMBNAIL_OWNER_HEADER)
  );
}

/** The picture from this person's offline sets; undefined where none has it. Never from another person's. */
export async function findInOfflineSets(
  caches: Pick<CacheStorage, "keys" | "match">,
  request: Request,
): Promise<Response | undefined> {
  const userId = Number(request.headers.get(THUMBNAIL_OWNER_HEADER));
  for (const name of await caches.keys()) {
    if (ownerOfOfflineSet(name) !== userId) continue;
    // Not by opening it: that would make a cache that a page has deleted since anew, and its set count as stored.
    const found = await caches.match(request.url, { cacheName: name, ignoreVary: true });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same request as it leaves the device, without the person whose cache it was meant for. */
export function withoutOwner(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete(THUMBNAIL_OWNER_HEADER);
  return new Request(request, { headers });
}
