import { ownerOfPacked, readThumbnailCacheName } from "../protocol/worker-messages.ts";

/** Names of the caches of pictures that these people looked at. */
export async function thumbnailCaches(belongs: (userId: number) => boolean): Promise<string[]> {
  // There are no caches outside of a secure context, and then no service worker that filled them.
  if (typeof caches === "undefined") return [];
  return (await caches.keys()).filter((name) => {
    const bucket = readThumbnailCacheName(name);
    return bucket !== null && belongs(bucket.userId);
  });
}

/** Names of all caches of pictures of these people, those that they packed for the field among them. */
export async function pictureCaches(belongs: (userId: number) => boolean): Promise<string[]> {
  if (typeof caches === "undefined") return [];
  const packed = (await caches.keys()).filter((name) => {
    const owner = ownerOfPacked(name);
    return owner !== null && belongs(owner);
  });
  return [...(await thumbnailCaches(belongs)), ...packed];
}
