import { MAP_TILES_CACHE } from "../src/protocol/worker-messages.ts";

/** So many tiles are kept: about 10 MB, a park at the zooms of a walk. */
export const TILES_KEPT = 500;
/** The oldest are dropped in parts, so that not each tile costs a look through all. */
const DROPPED_AT_ONCE = 50;

interface MapTilesParts {
  caches: Pick<CacheStorage, "open">;
  fetch: (request: Request) => Promise<Response>;
}

/** Whether an image is of another origin: the content policy lets only the operator's map tiles be one. */
export function isTileRequest({ method, destination, url }: Request, ownOrigin: string): boolean {
  return (
    method === "GET" && destination === "image" && /^https?:/.test(url) && new URL(url).origin !== ownOrigin
  );
}

/**
 * Online tiles that were looked at, kept in a small cache: they change seldom, so a kept one is not asked for again.
 */
export function createMapTiles({ caches, fetch }: MapTilesParts) {
  return {
    /** @param later keeps the worker alive for work that the answer need not wait for */
    async answer(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
      const cache = await caches.open(MAP_TILES_CACHE).catch(() => null);
      const kept = await cache?.match(request.url).catch(() => undefined);
      if (kept !== undefined) return kept;
      // Asked so that its content may be read: browsers count an unreadable answer as several megabytes.
      const readable = await fetch(new Request(request.url, { mode: "cors", credentials: "omit" })).catch(
        () => null,
      );
      // Not every tile server allows that.
      if (readable === null) return await fetch(request).catch(() => new Response(null, { status: 504 }));
      const isImage = (readable.headers.get("content-type") ?? "").startsWith("image/");
      if (cache !== null && readable.status === 200 && isImage)
        later(keep(cache, request.url, readable.clone()).catch(() => undefined));
      return readable;
    },
  };
}

/** Keys come in the order in which they were stored: the first are the oldest. */
async function keep(cache: Cache, url: string, tile: Response): Promise<void> {
  await cache.put(url, tile);
  const kept = await cache.keys();
  if (kept.length <= TILES_KEPT) return;
  for (const oldest of kept.slice(0, kept.length - TILES_KEPT + DROPPED_AT_ONCE)) await cache.delete(oldest);
}
