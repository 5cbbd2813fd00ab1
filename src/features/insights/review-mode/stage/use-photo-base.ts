import { type RefObject, useRef } from "react";
import { useStore } from "zustand";
import type { ZoomBase } from "../../../../domain/insight/zoom-base.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { choosePhotoBase, photoViewStore } from "../../../../state/photo-view-store.ts";
import { useRoom } from "../../photo/gestures/use-room.ts";
import { nextBase, type Size } from "../../photo/gestures/zoom.ts";
import { photoOf } from "../../photo/insight-photo.ts";
import type { PhotoCache } from "../photos/photo-cache.ts";
import { usePhotoLook } from "../photos/use-photo-cache.ts";

/** Of most cameras; until the picture is known. */
export const ANY_SIZE: Size = { width: 4, height: 3 };

/** The room of the photo, how it lies there at rest, and what the next press of the button changes that to. */
export function usePhotoBase(
  cache: PhotoCache | null,
  shown: InsightRow | null,
): {
  /** For an element as large as the room. */
  measured: RefObject<HTMLDivElement | null>;
  room: Size;
  base: ZoomBase;
  next: ZoomBase;
  goToNext(): void;
} {
  const measured = useRef<HTMLDivElement>(null);
  const room = useRoom(measured);
  const { base } = useStore(photoViewStore);
  const picture = usePhotoLook(cache, shown && photoOf(shown), "thumbnail");
  const next = nextBase(base, room, picture.kind === "image" ? picture.size : ANY_SIZE);
  return { measured, room, base, next, goToNext: () => choosePhotoBase(next) };
}
