import { Dexie } from "dexie";
import type { LocalData } from "../../platform/stored-values.ts";
import { MAP_TILES_CACHE, ownerOfPictures } from "../../protocol/worker-messages.ts";
import { discardDatabase } from "../discard-database.ts";
import { mirrorName, ownerOfMirror } from "../mirror/mirror-database.ts";
import { outboxName } from "../outbox/outbox-database.ts";
import { dropCaches } from "./drop-caches.ts";

/** The data of people on this device beyond the small values: their databases and the pictures they looked at. */
export const browserLocalData: LocalData = {
  async clear(userId, { discardUnsent }) {
    await discardDatabase(mirrorName(userId));
    if (discardUnsent) await discardDatabase(outboxName(userId));
    await deletePictures((owner) => owner === userId);
    // Map tiles reveal which places a person looked at.
    await dropCaches((name) => name === MAP_TILES_CACHE);
    await forgetPush((owner) => owner === userId);
  },
  async clearOthers(userId) {
    for (const name of await Dexie.getDatabaseNames()) {
      const owner = ownerOfMirror(name);
      if (owner !== null && owner !== userId) await discardDatabase(name);
    }
    await deletePictures((owner) => owner !== userId);
    await forgetPush((owner) => owner !== userId);
  },
};

/** Ends push messages of a person on this device; the code is loaded where there may be some. */
async function forgetPush(belongs: (userId: number) => boolean): Promise<void> {
  if (globalThis.Notification?.permission === "granted") {
    await (await import("../push-forget.ts")).forgetPush(belongs);
  }
}

async function deletePictures(belongs: (userId: number) => boolean): Promise<void> {
  await dropCaches((name) => {
    const owner = ownerOfPictures(name);
    return owner !== null && belongs(owner);
  });
}
