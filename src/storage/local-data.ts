import { Dexie } from "dexie";
import type { LocalData } from "../platform/stored-values.ts";
import { mirrorName, ownerOfMirror } from "./mirror-database.ts";
import { outboxName } from "./outbox-database.ts";
import { pictureCaches } from "./thumbnail-caches.ts";

/** What people leave on this device beyond the small values: their databases and the pictures they looked at. */
export const browserLocalData: LocalData = {
  async clear(userId, { discardUnsent }) {
    await Dexie.delete(mirrorName(userId));
    if (discardUnsent) await Dexie.delete(outboxName(userId));
    await deletePictures((owner) => owner === userId);
  },
  async clearOthers(userId) {
    for (const name of await Dexie.getDatabaseNames()) {
      const owner = ownerOfMirror(name);
      if (owner !== null && owner !== userId) await Dexie.delete(name);
    }
    await deletePictures((owner) => owner !== userId);
  },
};

async function deletePictures(belongs: (userId: number) => boolean): Promise<void> {
  for (const name of await pictureCaches(belongs)) await caches.delete(name);
}
