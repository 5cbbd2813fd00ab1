import { useEffect, useState } from "react";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { afterPaint } from "../../../../ui/after-paint.ts";
import type { ReviewCursorState } from "../cursor/review-cursor.ts";
import type { PhotoCache } from "./photo-cache.ts";
import { planPrefetch } from "./prefetch-plan.ts";
import { usePhotoCache, usePrefetchReach } from "./use-photo-cache.ts";

const NO_ROWS: readonly InsightRow[] = [];

/** Prefetches the photos around the cursor, as far as the connection allows. */
export function usePrefetchedPhotos(
  state: ReviewCursorState | null,
  shown: InsightRow | null,
  online: boolean,
): {
  cache: PhotoCache | null;
  /** The full photo of the shown image is loaded only on request. */
  sparing: boolean;
  loadFull(): void;
} {
  const cache = usePhotoCache(online);
  const reach = usePrefetchReach();
  const [fullAskedOf, setFullAskedOf] = useState<string | null>(null);
  const fullAsked = shown !== null && fullAskedOf === shown.insightId;
  const { rows = NO_ROWS, place = 0 } = state ?? {};
  const known = state !== null;
  useEffect(() => {
    if (!known || cache === null) return;
    // Not before the photo that is here already is painted.
    return afterPaint(() => cache.want(planPrefetch({ rows, place, here: shown, reach, fullAsked })));
  }, [cache, known, rows, place, shown, reach, fullAsked]);
  return {
    cache,
    sparing: !reach.fullHere && !fullAsked,
    loadFull: () => setFullAskedOf(shown?.insightId ?? null),
  };
}
