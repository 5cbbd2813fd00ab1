import { type CSSProperties, type RefObject, useState } from "react";
import type { ZoomBase } from "../../../../domain/insight/zoom-base.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import type { SwipeDirection } from "./swipe.ts";
import { type GestureInput, useStageGestures } from "./use-stage-gestures.ts";
import {
  fittedBox,
  isNear,
  type KeptSpan,
  panBy,
  restZoom,
  type Size,
  scaledBox,
  toggleZoom,
  type Zoom,
  zoomInStage,
  zoomStep,
  zoomTo,
} from "./zoom.ts";

interface ZoomedPhotoInput<Direction extends SwipeDirection>
  extends Pick<GestureInput<Direction>, "swipes" | "onDrag" | "onSwipe"> {
  /** Available size in CSS pixels; 0 × 0 before it is known. */
  room: Size;
  /** The photo's own size; only the ratio of its sides counts. */
  size: Size;
  base: ZoomBase;
  boxes: InsightRow["boxes"];
}

/** The zoom of one photo, and the gestures on the element around it. */
export function useZoomedPhoto<Direction extends SwipeDirection>(
  area: RefObject<HTMLElement | null>,
  { room, size, base, boxes, ...input }: ZoomedPhotoInput<Direction>,
) {
  /** With the room that it was asked in. */
  const [asked, setAsked] = useState<(Zoom & { in: Size }) | null>(null);
  const rest = restZoom(base, room, size, spanOf(boxes));
  const settle = (from: typeof asked) => (from === null ? rest : zoomInStage(from, from.in, room, size));
  const zoom = settle(asked);
  const near = isNear(zoom, rest);
  // From the latest zoom: the moves of two fingers arrive before the next rendering.
  const change = (step: (from: Zoom) => Zoom) =>
    setAsked((now) => {
      const next = step(settle(now));
      const isAtRest = base !== "fill" && Math.abs(next.scale / rest.scale - 1) <= 0.001;
      return isAtRest ? null : { ...next, in: room };
    });
  const gestures = useStageGestures(area, {
    ...input,
    near,
    onPan: (dx, dy) => change((from) => panBy(from, dx, dy, room, size)),
    onPinch: (factor, point) => change((from) => zoomTo(from, from.scale * factor, point, room, size)),
    onDoubleTap: (point) => change((from) => toggleZoom(from, rest, point, room, size)),
  });
  const whole = fittedBox(room, size);
  const [width, height] = [whole.width * zoom.scale, whole.height * zoom.scale];
  const measured = whole.width > 0;
  const image: CSSProperties = measured
    ? { width, height, translate: `calc(-50% + ${zoom.x}px) calc(-50% + ${zoom.y}px)` }
    : {};
  const card: CSSProperties = measured ? scaledBox(room, size, zoom.scale) : {};
  return {
    /** A drag moves the photo. */
    near,
    gestures,
    /** The room is known, so that something can lie over the photo. */
    measured,
    /** Of the photo, whose middle lies at 50 % and 50 %, and of the part of the room that it covers. */
    image,
    card,
    zoomBy: (to: "in" | "out" | "rest") =>
      to === "rest" ? setAsked(null) : change((from) => zoomStep(from, to === "in" ? 1 : -1, room, size)),
  };
}

/** From the first box to the last; null without boxes. */
function spanOf(boxes: InsightRow["boxes"]): KeptSpan | null {
  if (boxes.length === 0) return null;
  return {
    from: Math.min(...boxes.map(({ box: [x] }) => x)),
    to: Math.max(...boxes.map(({ box: [x, , width] }) => x + width)),
  };
}
