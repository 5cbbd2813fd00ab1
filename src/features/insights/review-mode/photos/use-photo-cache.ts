import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useServices } from "../../../../client/services.tsx";
import { isDarkPicture } from "../../../../parts/photo/picture-brightness.ts";
import { photoViewStore } from "../../../../state/photo-view-store.ts";
import type { PhotoAddress } from "../../../../sync/sync-status.ts";
import {
  type CachedPhoto,
  createPhotoCache,
  decodePicture,
  type PhotoCache,
  WAITING,
} from "./photo-cache.ts";
import { type LineHints, type PhotoSize, type PrefetchReach, reachOf } from "./prefetch-plan.ts";

const NO_NEWS = () => () => {};

/** The photo cache of this review. */
export function usePhotoCache(online: boolean): PhotoCache | null {
  const { photos } = useServices();
  const [cache, setCache] = useState<PhotoCache | null>(null);
  useEffect(() => {
    const created = createPhotoCache({ photos, decode: decodePicture, isDark: isDarkPicture });
    setCache(created);
    return () => created.close();
  }, [photos]);
  useEffect(() => cache?.setOnline(online), [online, cache]);
  const brightens = useStore(photoViewStore, ({ brightenedAt }) => brightenedAt !== null);
  useEffect(() => cache?.setMeasuring(brightens), [brightens, cache]);
  return cache;
}

/**
 * The cache entry of one photo. When another photo arrives the component is not rendered, because on a slow phone each
 * rendering of review mode delays the next key.
 */
export function usePhotoLook(
  cache: PhotoCache | null,
  photo: PhotoAddress | null,
  size: PhotoSize,
): CachedPhoto {
  return useSyncExternalStore(cache?.subscribe ?? NO_NEWS, () => cache?.look(photo, size) ?? WAITING);
}

/** Renders the component when any picture arrives. */
export function usePhotoCacheNews(cache: PhotoCache | null): void {
  const [counter] = useState(() => ({ version: 0 }));
  const subscribe = useCallback(
    (listener: () => void) =>
      cache?.subscribe(() => {
        counter.version += 1;
        listener();
      }) ?? (() => {}),
    [cache, counter],
  );
  useSyncExternalStore(subscribe, () => counter.version);
}

/** How much may be prefetched on this connection; follows its changes. */
export function usePrefetchReach(): PrefetchReach {
  const line = lineOf(navigator);
  const read = () => JSON.stringify(reachOf(line));
  const subscribe = useCallback(
    (listener: () => void) => {
      line?.addEventListener?.("change", listener);
      return () => line?.removeEventListener?.("change", listener);
    },
    [line],
  );
  const text = useSyncExternalStore(subscribe, read);
  const [reach, setReach] = useState(() => ({ text, value: reachOf(line) }));
  if (reach.text !== text) setReach({ text, value: reachOf(line) });
  return reach.value;
}

function lineOf(from: object): (LineHints & Partial<EventTarget>) | undefined {
  return "connection" in from && typeof from.connection === "object" && from.connection !== null
    ? from.connection
    : undefined;
}
