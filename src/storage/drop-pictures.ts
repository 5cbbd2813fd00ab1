import { MAP_TILES_CACHE, ownerOfOpened, readThumbnailCacheName } from "../protocol/worker-messages.ts";
import { dropCaches } from "./drop-caches.ts";

/**
 * All pictures that people looked at, whoever they are: they come again when they are looked at again. Whole
 * photographs go first, and alone where that is asked for: they are the most bytes for the least use.
 */
export async function dropPictures(only?: "opened"): Promise<void> {
  await dropCaches((name) => ownerOfOpened(name) !== null);
  if (only === undefined)
    await dropCaches((name) => name === MAP_TILES_CACHE || readThumbnailCacheName(name) !== null);
}
