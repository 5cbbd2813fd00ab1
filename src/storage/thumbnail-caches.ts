import { readThumbnailCacheName } from "../protocol/worker-messages.ts";

/** Names of the caches of pictures that these people looked at. */
export async function thumbnailCaches(belongs: (userId: number) => boolean): Promise<string[]> {
  // There are no caches outside of a secure context, and then no service worker that filled them.
  if (typeof caches === "undefined") return [];
  return (await caches.keys()).filter((name) => {
    const bucket = readThumbnailCacheName(name);
    return bucket !== null && belongs(bucket.userId);
  });
}
