import { isRecord } from "../domain/record-guard.ts";
import { DAY_MS } from "../domain/time.ts";
/** What the page and its service worker say to each other. Nothing secret: no token ever reaches the worker's store. */

/** Sent by the page to a waiting worker when the person took the update; nothing else makes it take over. */
export interface SkipWaitingMessage {
  type: "SKIP_WAITING";
}
export const SKIP_WAITING: SkipWaitingMessage = { type: "SKIP_WAITING" };

export function isSkipWaiting(message: unknown): message is SkipWaitingMessage {
  return isMessage(message, SKIP_WAITING.type);
}

/** Sent by a page that no worker serves, as after a reload past the cache, to the active one: take me. */
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
 * On a request for a thumbnail: the id of the person whose cache it belongs to. The worker takes it off before the
 * request leaves the device.
 */
export const THUMBNAIL_OWNER_HEADER = "x-understory-owner";

/** Caches of thumbnails: one for each person and week, `thumbnails-7-2941`. */
const THUMBNAIL_CACHE = /^thumbnails-(\d+)-(\d+)$/;
const WEEK_MS = 7 * DAY_MS;

export function thumbnailCacheName(userId: number, atMs: number): string {
  return `thumbnails-${userId}-${Math.floor(atMs / WEEK_MS)}`;
}

/** Caches of pictures that a person packed for the field: one for each set, `packed-7-…`. */
const PACKED_CACHE = /^packed-(\d+)-/;

export function offlineSetCacheName(userId: number, packId: string): string {
  return `packed-${userId}-${packId}`;
}

/** Whose packed pictures a cache holds; null for the name of another cache. */
export function ownerOfOfflineSet(name: string): number | null {
  const match = PACKED_CACHE.exec(name);
  return match === null ? null : Number(match[1]);
}

/** Whole photographs that a person opened lately: one cache of each, `opened-7`. */
const OPENED_CACHE = /^opened-(\d+)$/;

export function openedCacheName(userId: number): string {
  return `opened-${userId}`;
}

/** Whose opened photographs a cache holds; null for the name of another cache. */
export function ownerOfOpened(name: string): number | null {
  const match = OPENED_CACHE.exec(name);
  return match === null ? null : Number(match[1]);
}

/** With each opened photograph: how many bytes it has, and when it was opened. */
export const OPENED_BYTES_HEADER = "x-understory-bytes";
export const OPENED_AT_HEADER = "x-understory-opened";

/** Online tiles of the map that were looked at on this device. */
export const MAP_TILES_CACHE = "map-tiles";

/** Whose pictures a cache holds, for whatever reason they are kept; null for the name of another cache. */
export function ownerOfPictures(name: string): number | null {
  return ownerOfOfflineSet(name) ?? ownerOfOpened(name) ?? readThumbnailCacheName(name)?.userId ?? null;
}

/** Where a picture is: the very text by which caches know it. */
export function pictureQuery(
  { deviceId, photoUrl }: { deviceId: string; photoUrl: string },
  thumbnail: boolean,
): Record<string, string> {
  return { ...(thumbnail ? { thumbnail: "true" } : {}), deviceId, photoUrl };
}

/** Where the worker writes down how many bytes a bucket holds; no picture has this address. */
export const THUMBNAIL_BUCKET_SIZE_KEY = "/thumbnail-bucket-bytes";

/** Whose cache and of which week a name speaks; null for the name of another cache. */
export function readThumbnailCacheName(name: string): { userId: number; week: number } | null {
  const match = THUMBNAIL_CACHE.exec(name);
  return match === null ? null : { userId: Number(match[1]), week: Number(match[2]) };
}
