import { ownerOfPictures } from "../../protocol/worker-messages.ts";
import { deleteRequests } from "./drop-caches.ts";

/** What a person does not reach any more. */
export interface GonePictures {
  readonly deviceIds: readonly string[];
  readonly photoUrls: readonly string[];
}

/** Drops the pictures of Sentinels and of single photographs that are gone, from all of a person's caches. */
export async function dropGonePictures(
  userId: number,
  { deviceIds, photoUrls }: GonePictures,
): Promise<void> {
  if (typeof caches === "undefined" || deviceIds.length + photoUrls.length === 0) return;
  const [devices, photos] = [new Set(deviceIds), new Set(photoUrls)];
  for (const name of await caches.keys()) {
    if (ownerOfPictures(name) !== userId) continue;
    const cache = await caches.open(name);
    const gone = (await cache.keys()).filter(({ url }) => {
      // In caches of this origin the address may be without one.
      const { searchParams: asked } = new URL(url, "http://local");
      return devices.has(asked.get("deviceId") ?? "") || photos.has(asked.get("photoUrl") ?? "");
    });
    await deleteRequests(cache, gone);
  }
}
