import {
  OPENED_BYTES_HEADER,
  openedCacheName,
  readThumbnailCacheName,
  THUMBNAIL_BUCKET_SIZE_KEY,
} from "../../protocol/worker-messages.ts";
import { sizeOnDevice } from "../mirror/mirror-storage.ts";
import type { OpenMirror } from "../mirror/open-mirror.ts";
import type { OutboxStorage } from "../outbox/outbox-storage.ts";

/** A thumbnail, as the server reckons it too. */
const USUAL_BYTES = 8_000;

/** The storage that this site uses on the device, in bytes; null where it is unknown. */
export interface SpaceUsed {
  /** Of everything, as the browser estimates it. */
  total: number | null;
  /** The browser's limit for this site. */
  quota: number | null;
  /** Thumbnails that this person looked at. */
  thumbnails: number | null;
  /** Whole photographs that this person opened lately. */
  opened?: number;
  /** Pictures of offline sets. */
  offlineSets?: number;
  /** Insights of the mirror, about. */
  insights: number;
  /** Work that is not with the server yet. */
  unsent: number;
}

/** Cheap enough for every opening of the panel: only unsent work is read in full. */
export async function readSpace(
  userId: number,
  { mirror, outbox }: { mirror: OpenMirror; outbox: OutboxStorage },
): Promise<SpaceUsed> {
  const [estimate, thumbnails, opened, insights, sets, unsent] = await Promise.all([
    navigator.storage?.estimate?.().catch(() => ({})) ?? {},
    thumbnailBytes(userId).catch(() => null),
    openedBytes(userId).catch(() => 0),
    sizeOnDevice(mirror.database),
    mirror.tables.offlineSets(),
    unsentBytes(outbox),
  ]);
  const { usage = null, quota = null } = estimate as StorageEstimate;
  const offlineSets = sets.reduce((sum, { stored }) => sum + stored, 0);
  return { total: usage, quota, thumbnails, opened, offlineSets, insights, unsent };
}

/** The service worker stores the size of each bucket, a few pictures late. */
async function thumbnailBytes(userId: number): Promise<number | null> {
  if (typeof caches === "undefined") return null;
  let bytes = 0;
  for (const name of await caches.keys()) {
    if (readThumbnailCacheName(name)?.userId !== userId) continue;
    const written = await caches.match(THUMBNAIL_BUCKET_SIZE_KEY, { cacheName: name });
    if (written !== undefined) bytes += Number(await written.text());
    // A bucket without a stored size holds few pictures, so counting them is quick. Opening one that was evicted since
    // would make an empty one.
    else if (await caches.has(name)) bytes += (await (await caches.open(name)).keys()).length * USUAL_BYTES;
  }
  return bytes;
}

/** Reads each entry: there are few. */
async function openedBytes(userId: number): Promise<number> {
  const name = openedCacheName(userId);
  if (typeof caches === "undefined" || !(await caches.has(name))) return 0;
  const cache = await caches.open(name);
  let bytes = 0;
  for (const request of await cache.keys()) {
    const photo = await cache.match(request, { ignoreVary: true });
    bytes += Number(photo?.headers.get(OPENED_BYTES_HEADER) ?? 0);
  }
  return bytes;
}

async function unsentBytes(outbox: OutboxStorage): Promise<number> {
  const { batches, actions } = outbox.current() ?? (await outbox.load());
  if (batches.length + actions.size === 0) return 0;
  return new Blob([JSON.stringify([batches, [...actions.values()]])]).size;
}
