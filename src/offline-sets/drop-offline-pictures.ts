import type { OfflineSetPictureCache } from "../storage/offline-sets/offline-set-pictures.ts";
import type { OfflineSetStorage } from "../storage/offline-sets/offline-set-storage.ts";

/**
 * Drops all pictures of all offline sets; the sets stay, and fetch them again when a person says so. The last step
 * of reclaiming space for unsent work.
 */
export async function dropOfflinePictures(parts: {
  storage: Pick<OfflineSetStorage, "emptied">;
  pictures: Pick<OfflineSetPictureCache, "removeAllBut">;
}): Promise<void> {
  await parts.pictures.removeAllBut([]);
  await parts.storage.emptied();
}
