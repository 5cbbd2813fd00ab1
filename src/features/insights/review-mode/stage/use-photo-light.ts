import type { PhotoLight } from "../../../../domain/insight/brightened.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { photoOf } from "../../photo/insight-photo.ts";
import type { CachedPhoto, PhotoCache } from "../photos/photo-cache.ts";
import { usePhotoLook } from "../photos/use-photo-cache.ts";

/** The light of the shown photo; null where there is none to show. */
export function usePhotoLight(cache: PhotoCache | null, shown: InsightRow | null): PhotoLight | null {
  const thumbnail = usePhotoLook(cache, shown && photoOf(shown), "thumbnail");
  return shown && lightOf(shown, thumbnail);
}

export function lightOf({ insightId }: InsightRow, thumbnail: CachedPhoto): PhotoLight {
  return { insightId, dark: thumbnail.kind === "image" && thumbnail.dark };
}
