import { Dexie } from "dexie";
import type { LocalData } from "../../platform/stored-values.ts";
import { MAP_TILES_CACHE, ownerOfPictures } from "../../protocol/worker-messages.ts";
import { discardDatabase } from "../discard-database.ts";
import { mirrorName, ownerOfMirror } from "../mirror/mirror-database.ts";
import { outboxName } from "../outbox/outbox-database.ts";
import { doAll } from "./do-all.ts";
import { dropCaches } from "./drop-caches.ts";

/**
 * The data of people on this device beyond the small values: their databases and the pictures they looked at. What
 * cannot be deleted keeps nothing else from being deleted.
 */
export const browserLocalData: LocalData = {
  async clear(userId, { discardUnsent }) {
    await inTurn([
      () => discardDatabase(mirrorName(userId)),
      async () => discardUnsent && (await discardDatabase(outboxName(userId))),
      () => deletePictures((owner) => owner === userId),
      // Map tiles reveal which places a person looked at.
      () => dropCaches((name) => name === MAP_TILES_CACHE),
      () => forgetPush((owner) => owner === userId),
    ]);
  },
  async clearOthers(userId) {
    const isOfOthers = (name: string) => {
      const owner = ownerOfMirror(name);
      return owner !== null && owner !== userId;
    };
    await inTurn([
      async () => doAll((await Dexie.getDatabaseNames()).filter(isOfOthers), discardDatabase),
      () => deletePictures((owner) => owner !== userId),
      () => forgetPush((owner) => owner !== userId),
    ]);
  },
};

const inTurn = (steps: readonly (() => Promise<unknown>)[]) => doAll(steps, (step) => step());

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
