import { HOUR_MS } from "../src/domain/time.ts";
import { OPENED_AT_HEADER, OPENED_BYTES_HEADER, openedCacheName } from "../src/protocol/worker-messages.ts";
import { answerThrough, type PictureCache } from "./picture-cache.ts";

/** Upper bound of one person's opened photographs on a device, in bytes. */
export const OPENED_BYTES = 20_000_000;
/** A photograph that is looked at again is written down as such this late, so that leafing does not wear the device. */
const AGAIN_AFTER_MS = HOUR_MS;

interface OpenedPhotosParts {
  caches: Pick<CacheStorage, "open" | "match">;
  fetch: (request: Request) => Promise<Response>;
  now: () => number;
}

/**
 * Whole photographs that a person opened lately, or that review mode fetched as the next to open: one small cache of
 * each person. The one opened longest ago makes room, before a new one is stored.
 */
export function createOpenedPhotos({ caches, fetch, now }: OpenedPhotosParts): PictureCache {
  // One at a time: several at once would each count on the same free space.
  let turn: Promise<void> = Promise.resolve();

  const store = async (userId: number, url: string, body: Blob) => {
    if (body.size > OPENED_BYTES) return;
    const cache = await caches.open(openedCacheName(userId));
    await reclaimSpace(cache, url, OPENED_BYTES - body.size);
    const headers = {
      "content-type": body.type,
      [OPENED_BYTES_HEADER]: String(body.size),
      [OPENED_AT_HEADER]: String(now()),
    };
    await cache.put(url, new Response(body, { headers }));
  };
  const keep = async (userId: number, url: string, response: Response) => {
    const body = await response.blob();
    const stored = turn.then(() => store(userId, url, body));
    turn = stored.catch(() => undefined);
    await stored;
  };

  return answerThrough(
    {
      async find(userId, url) {
        // Opening a cache that is not there would make an empty one.
        const response = await caches.match(url, { cacheName: openedCacheName(userId), ignoreVary: true });
        if (response === undefined) return null;
        // Also where the clock was ahead when it was opened.
        const isLongAgo = Math.abs(now() - numberIn(response, OPENED_AT_HEADER)) > AGAIN_AFTER_MS;
        return { response, again: isLongAgo ? (copy) => keep(userId, url, copy) : null };
      },
      keep,
    },
    fetch,
  );
}

/** Leaves at most so many bytes of others than this one. */
async function reclaimSpace(cache: Cache, url: string, bytes: number): Promise<void> {
  const kept: { request: Request; bytes: number; at: number }[] = [];
  for (const request of await cache.keys()) {
    const response = request.url === url ? undefined : await cache.match(request, { ignoreVary: true });
    if (response === undefined) continue;
    kept.push({
      request,
      bytes: numberIn(response, OPENED_BYTES_HEADER),
      at: numberIn(response, OPENED_AT_HEADER),
    });
  }
  kept.sort((a, b) => a.at - b.at);
  let total = kept.reduce((sum, one) => sum + one.bytes, 0);
  for (const { request, bytes: size } of kept) {
    if (total <= bytes) return;
    await cache.delete(request, { ignoreVary: true });
    total -= size;
  }
}

function numberIn(response: Response, header: string): number {
  return Number(response.headers.get(header) ?? 0);
}
