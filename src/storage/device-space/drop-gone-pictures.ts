import { ownerOfPictures } from "../../protocol/worker-messages.ts";
import { doAll } from "./do-all.ts";
import { deleteRequests } from "./drop-caches.ts";

/** What a person does not reach any more. */
export interface GonePictures {
  readonly deviceIds: readonly string[];
  readonly photoUrls: readonly string[];
}

/**
 * Drops the pictures of Sentinels and of single photographs that are gone, from all of a person's caches.
 *
 * @throws the first failure, after all other pictures are dropped
 */
export async function dropGonePictures(
  userId: number,
  { deviceIds, photoUrls }: GonePictures,
): Promise<void> {
  if (typeof caches === "undefined" || deviceIds.length + photoUrls.length === 0) return;
  const [devices, photos] = [new Set(deviceIds), new Set(photoUrls)];
  const owned = (await caches.keys()).filter((name) => ownerOfPictures(name) === userId);
  await doAll(owned, async (name) => {
    // Opening a cache that another tab has deleted since would make an empty one.
    if (!(await caches.has(name))) return;
    const cache = await caches.open(name);
    const gone = (await cache.keys()).filter(({ url }) => {
      // In caches of this origin the address may be without one.
      const { searchParams: asked } = new URL(url, "http://local");
      return devices.has(asked.get("deviceId") ?? "") || photos.has(asked.get("photoUrl") ?? "");
    });
    await deleteRequests(cache, gone);
  });
}
