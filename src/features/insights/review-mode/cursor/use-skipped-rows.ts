import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { photoViewStore, toggleSkipsWithoutPhoto } from "../../../../state/photo-view-store.ts";
import { hasNoPhoto } from "../../photo/insight-photo.ts";
import type { ReviewCursor } from "./review-cursor.ts";

/**
 * Lets the cursor pass over what has no photo, where the person wants that: with each step, and once when review mode
 * opens. Undo still goes to such an image.
 *
 * @returns a function that turns it on, which also leaves an image without a photo, or off
 */
export function useSkippedRows(cursor: ReviewCursor | null, row: InsightRow | null): () => void {
  const { skipsWithoutPhoto } = useStore(photoViewStore);
  const opened = useRef(false);
  useEffect(() => cursor?.skip(skipsWithoutPhoto ? hasNoPhoto : null), [cursor, skipsWithoutPhoto]);
  useEffect(() => {
    if (opened.current || row === null) return;
    opened.current = true;
    if (skipsWithoutPhoto && hasNoPhoto(row)) cursor?.move(1);
  }, [cursor, row, skipsWithoutPhoto]);
  return () => {
    toggleSkipsWithoutPhoto();
    const skips = photoViewStore.getState().skipsWithoutPhoto;
    cursor?.skip(skips ? hasNoPhoto : null);
    if (skips && row !== null && hasNoPhoto(row)) cursor?.move(1);
  };
}
