import { type Dispatch, type SetStateAction, useRef, useState } from "react";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { photoOf } from "../../photo/insight-photo.ts";
import type { PhotoCache } from "../photos/photo-cache.ts";
import type { LeavingCard } from "./leaving-card.ts";
import type { DecisionSwipe } from "./swipe-actions.ts";

/** The card on its way out; null where none is. */
export function useLeavingCard(cache: PhotoCache | null): {
  leaving: LeavingCard | null;
  setLeaving: Dispatch<SetStateAction<LeavingCard | null>>;
  /** Without a direction, or without a picture that could leave, nothing does. */
  leave(shown: InsightRow | null, direction: DecisionSwipe | null): void;
} {
  const [leaving, setLeaving] = useState<LeavingCard | null>(null);
  const count = useRef(0);
  return {
    leaving,
    setLeaving,
    leave(shown, direction) {
      const picture = shown === null ? undefined : cache?.look(photoOf(shown), "thumbnail");
      count.current += 1;
      setLeaving(
        direction === null || picture?.kind !== "image"
          ? null
          : { id: count.current, url: picture.url, size: picture.size, direction },
      );
    },
  };
}
