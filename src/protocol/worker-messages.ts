import { isRecord } from "../domain/record-guard.ts";
import { DAY_MS } from "../domain/time.ts";
/** Messages and names that the page and its service worker share. None is secret: no token is stored by the worker. */

/** From the page to a waiting worker, when the person accepts the update; a worker takes over only then. */
export interface SkipWaitingMessage {
  type: "SKIP_WAITING";
}
export const SKIP_WAITING: SkipWaitingMessage = { type: "SKIP_WAITING" };

export function isSkipWaiting(message: unknown): message is SkipWaitingMessage {
  return isMessage(message, SKIP_WAITING.type);
}

/** From a page without a controlling worker, as after a forced reload, to the active one: it claims the page. */
export interface ClaimMessage {
  type: "CLAIM";
}
export const CLAIM: ClaimMessage = { type: "CLAIM" };

export function isClaim(message: unknown): message is ClaimMessage {
  return isMessage(message, CLAIM.type);
}

function isMessage(message: unknown, type: string): boolean {
  return isRecord(message) && message.type === type;
}

/**
 * Header of a request for a thumbnail: the id of the person whose cache to use. The worker removes it before it sends
 * the request.
 */
export const THUMBNAIL_OWNER_HEADER = "x-understory-owner";

/** Caches of thumbnails: one for each person and week, `thumbnails-7-2941`. */
const THUMBNAIL_CACHE = /^thumbnails-(\d+)-(\d+)$/;
const WEEK_MS = 7 * DAY_MS;

export function thumbnailCacheName(userId: number, atMs: number): string {
  return `thumbnails-${userId}-${Math.floor(atMs / WEEK_MS)}`;
}

/** Caches of pictures of offline sets: one for each set, `packed-7-…`. */
const OFFLINE_SET_CACHE = /^packed-(\d+)-/;

export function offlineSetCacheName(userId: number, packId: string): string {
  return `packed-${userId}-${packId}`;
}

/** The owner of a cache of an offline set; null for other names. */
export function ownerOfOfflineSet(name: string): number | null {
  const match = OFFLINE_SET_CACHE.exec(name);
  return match === null ? null : Number(match[1]);
}

/** Caches of photographs that a person opened lately: one for each person, `opened-7`. */
const OPENED_CACHE = /^opened-(\d+)$/;

export function openedCacheName(userId: number): string {
  return `opened-${userId}`;
}

/** The owner of a cache of opened photographs; null for other names. */
export function ownerOfOpened(name: string): number | null {
  const match = OPENED_CACHE.exec(name);
  return match === null ? null : Number(match[1]);
}

/** Headers of each opened photograph: its size in bytes, and when it was opened. */
export const OPENED_BYTES_HEADER = "x-understory-bytes";
export const OPENED_AT_HEADER = "x-understory-opened";

/** Online tiles of the map that were looked at on this device. */
export const MAP_TILES_CACHE = "map-tiles";

/** The owner of a cache of pictures of any kind; null for other names. */
export function ownerOfPictures(name: string): number | null {
  return ownerOfOfflineSet(name) ?? ownerOfOpened(name) ?? readThumbnailCacheName(name)?.userId ?? null;
}

/** The address of a picture; the exact key in caches. */
export function pictureQuery(
  { deviceId, photoUrl }: { deviceId: string; photoUrl: string },
  thumbnail: boolean,
): Record<string, string> {
  return { ...(thumbnail ? { thumbnail: "true" } : {}), deviceId, photoUrl };
}

/** The address under which the worker stores the number of bytes of a cache; no picture has it. */
export const THUMBNAIL_BUCKET_SIZE_KEY = "/thumbnail-bucket-bytes";

/** The owner and the week of a cache of thumbnails; null for other names. */
export function readThumbnailCacheName(name: string): { userId: number; week: number } | null {
  const match = THUMBNAIL_CACHE.exec(name);
  return match === null ? null : { userId: Number(match[1]), week: Number(match[2]) };
}
