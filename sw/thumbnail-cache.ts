import {
  readThumbnailCacheName,
  THUMBNAIL_BUCKET_SIZE_KEY as SIZE_KEY,
  thumbnailCacheName,
} from "../src/protocol/worker-messages.ts";
import { isPictureRequest } from "./offline-set-pictures.ts";
import { answerThrough, type PictureCache } from "./picture-cache.ts";

export interface ThumbnailCacheParts {
  caches: Pick<CacheStorage, "keys" | "has" | "match" | "open" | "delete">;
  fetch: (request: Request) => Promise<Response>;
  now: () => number;
  budgetBytes: () => Promise<number>;
}

/** The size is written down after so many new pictures: a worker that is stopped forgets at most these. */
const SIZE_EVERY = 25;

/** Only a page that names the owner of the cache is answered from it. */
export function isThumbnailRequest(request: Request): boolean {
  return isPictureRequest(request) && new URL(request.url).searchParams.get("thumbnail") === "true";
}

/**
 * Thumbnails, the cache first: buckets of one person and one week each. What was looked at moves to this week's
 * bucket; when the budget is spent the oldest bucket goes as a whole, so that nothing is ever searched through.
 */
export function createThumbnailCache(parts: ThumbnailCacheParts): PictureCache {
  const { caches, now } = parts;
  /** Bytes of each bucket that was touched, and how many were added since that was written down. */
  const sizes = new Map<string, { bytes: number; unwritten: number }>();

  /** A person's buckets, the newest first. */
  const bucketsOf = async (userId: number | null) =>
    (await caches.keys())
      .map((name) => ({ name, ...(readThumbnailCacheName(name) ?? { userId: Number.NaN, week: 0 }) }))
      .filter((bucket) => (userId === null ? !Number.isNaN(bucket.userId) : bucket.userId === userId))
      .sort((a, b) => b.week - a.week);

  const find = async (userId: number, url: string) => {
    for (const { name } of await bucketsOf(userId)) {
      // Opening a bucket that was deleted since would make an empty one.
      const response = await caches.match(url, { cacheName: name, ignoreVary: true });
      if (response !== undefined) return { name, response };
    }
    return null;
  };

  const keep = async (userId: number, url: string, response: Response) => {
    const name = thumbnailCacheName(userId, now());
    const body = await response.blob();
    const bucket = await caches.open(name);
    await bucket.put(url, new Response(body, { headers: { "content-type": body.type } }));
    const size = await sizeOf(name);
    size.bytes += body.size;
    size.unwritten += 1;
    if (size.unwritten < SIZE_EVERY) return;
    size.unwritten = 0;
    await bucket.put(SIZE_KEY, new Response(String(size.bytes)));
    await evict();
  };

  const sizeOf = async (name: string) => {
    let size = sizes.get(name);
    if (size === undefined) {
      const written = await caches.match(SIZE_KEY, { cacheName: name });
      size = { bytes: Number((await written?.text()) ?? 0), unwritten: 0 };
      sizes.set(name, size);
    }
    return size;
  };

  const evict = async () => {
    const buckets = await bucketsOf(null);
    const budget = await parts.budgetBytes();
    let total = 0;
    for (const { name } of buckets) total += (await sizeOf(name)).bytes;
    // A bucket of a week to come was made while this device's clock ran ahead: it goes first, or it would never go.
    const thisWeek = readThumbnailCacheName(thumbnailCacheName(0, now()))?.week ?? 0;
    const toCome = buckets.filter(({ week }) => week > thisWeek);
    const gone = buckets.filter(({ week }) => week <= thisWeek).reverse();
    for (const { name } of [...toCome, ...gone]) {
      if (total <= budget) return;
      total -= (await sizeOf(name)).bytes;
      sizes.delete(name);
      await caches.delete(name);
    }
  };

  const moveToThisWeek = async (userId: number, url: string, from: string, response: Response) => {
    if (from === thumbnailCacheName(userId, now())) return;
    await keep(userId, url, response);
    // Keeping it may have evicted that bucket: opening it would make an empty one.
    if (await caches.has(from)) await (await caches.open(from)).delete(url, { ignoreVary: true });
  };

  return answerThrough(
    {
      async find(userId, url) {
        const found = await find(userId, url);
        if (found === null) return null;
        const { name, response } = found;
        return { response, again: (copy) => moveToThisWeek(userId, url, name, copy) };
      },
      keep,
    },
    parts.fetch,
  );
}
