import { ownerOfOpened, readThumbnailCacheName } from "../../protocol/worker-messages.ts";
import { dropCaches } from "./drop-caches.ts";

/**
 * Drops the pictures that anybody looked at on this device; they are fetched again when they are opened. Whole
 * photographs go first, and alone for `only`: they free the most bytes for the least use.
 */
export async function dropPictures(only?: "opened"): Promise<void> {
  await dropCaches((name) => ownerOfOpened(name) !== null);
  if (only === undefined) await dropCaches((name) => readThumbnailCacheName(name) !== null);
}
