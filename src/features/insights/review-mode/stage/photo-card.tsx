import { CloudOff, ImageOff } from "lucide-react";
import { type CSSProperties, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import type { ReviewAction } from "../../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import { reviewModeMessages } from "../../../../messages/insights/review-mode.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { Spinner } from "../../../../ui/feedback/spinner.tsx";
import { actionIcon } from "../../facts/status-tag.tsx";
import { PhotoBoxes } from "../../photo/photo-boxes.tsx";
import type { CachedPhoto } from "../photos/photo-cache.ts";
import styles from "./photo-card.module.css";
import { SWIPE_ACTIONS, type SwipeDirection } from "./swipe.ts";
import { useStageGestures } from "./use-stage-gestures.ts";
import {
  fittedBox,
  isNear,
  panBy,
  restZoom,
  type Size,
  toggleZoom,
  type Zoom,
  type ZoomBase,
  zoomStep,
  zoomTo,
} from "./zoom.ts";

const { photo: words } = reviewModeMessages;

export interface PhotoCardHandle {
  zoom(to: "in" | "out" | "rest"): void;
}

interface PhotoCardProps {
  ref?: Ref<PhotoCardHandle>;
  /** Available size in pixels. */
  room: Size;
  base: ZoomBase;
  thumbnail: CachedPhoto;
  full: CachedPhoto;
  alt: string;
  row: InsightRow;
  /** The full photo is loaded only on request. */
  sparing: boolean;
  onLoadFull(): void;
  onRetry(): void;
  /** The action of a swipe, null where it only moves. */
  swipes: boolean;
  onSwipe(direction: SwipeDirection): void;
}

/** The photo, before it is loaded its thumbnail. */
export function PhotoCard(props: PhotoCardProps) {
  const { room, base, thumbnail, full } = props;
  const area = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Zoom | null>(null);
  const [intent, setIntent] = useState<ReviewAction | null>(null);

  const picture = full.kind === "image" ? full : thumbnail.kind === "image" ? thumbnail : null;
  const size = picture?.size ?? { width: 4, height: 3 };
  const rest = restZoom(base, room, size);
  const zoom = asked ?? rest;
  const near = isNear(zoom, rest);
  const settle = (next: Zoom) => setAsked(next.scale <= rest.scale * 1.001 && base === "fit" ? null : next);

  const gestures = useStageGestures(area, {
    near,
    onPan: (dx, dy) => settle(panBy(zoom, dx, dy, room, size)),
    onPinch: (factor, point) => settle(zoomTo(zoom, zoom.scale * factor, point, room, size)),
    onDoubleTap: (point) => settle(toggleZoom(zoom, rest, point, room, size)),
    onDrag(drag) {
      const direction = drag?.direction ?? null;
      setIntent(props.swipes && direction !== null ? SWIPE_ACTIONS[direction] : null);
      // Written to the element directly: a drag must not wait for a render.
      card.current?.style.setProperty(
        "translate",
        drag === null ? "" : `${drag.dx}px ${Math.min(0, drag.dy)}px`,
      );
    },
    onSwipe: props.onSwipe,
  });
  useImperativeHandle(props.ref, () => ({
    zoom: (to) => (to === "rest" ? setAsked(null) : settle(zoomStep(zoom, to === "in" ? 1 : -1, room, size))),
  }));

  const whole = fittedBox(room, size);
  const [width, height] = [whole.width * zoom.scale, whole.height * zoom.scale];
  const box: CSSProperties =
    whole.width > 0 ? { width: Math.min(room.width, width), height: Math.min(room.height, height) } : {};
  const image: CSSProperties =
    whole.width > 0 ? { width, height, translate: `calc(-50% + ${zoom.x}px) calc(-50% + ${zoom.y}px)` } : {};
  return (
    <div ref={area} className={styles.area} data-near={near || undefined} {...gestures}>
      <div ref={card} className={styles.card} style={box} data-photo={stateOf(thumbnail, full)}>
        {picture !== null && (
          <img
            src={picture.url}
            alt={props.alt}
            decoding="sync"
            draggable={false}
            className={styles.picture}
            style={image}
          />
        )}
        {picture !== null && whole.width > 0 && <PhotoBoxes row={props.row} style={image} />}
        {picture === null && <Slot {...props} />}
        {intent !== null && (
          <span className={styles.intent} data-action={intent} aria-hidden="true">
            {actionIcon(intent, 22)}
            {insightsMessages.actionNames[intent]}
          </span>
        )}
      </div>
      {picture !== null && full.kind !== "image" && <Remark {...props} />}
    </div>
  );
}

function stateOf(thumbnail: CachedPhoto, full: CachedPhoto): string {
  if (full.kind === "image") return "image";
  if (thumbnail.kind === "image") return "preview";
  return full.kind === "waiting" ? thumbnail.kind : full.kind;
}

function Slot({ thumbnail, full, onRetry, sparing }: PhotoCardProps) {
  const kind = full.kind === "waiting" && sparing ? thumbnail.kind : full.kind;
  if (kind === "missing" || (kind === "waiting" && thumbnail.kind === "missing")) {
    return <Absent icon={<ImageOff size={30} aria-hidden="true" />}>{words.missing}</Absent>;
  }
  if (kind === "offline" || (kind === "waiting" && thumbnail.kind === "offline")) {
    return <Absent icon={<CloudOff size={30} aria-hidden="true" />}>{words.offline}</Absent>;
  }
  if (kind === "failed") {
    return (
      <Absent icon={<CloudOff size={30} aria-hidden="true" />}>
        {words.failed}
        <Button onClick={onRetry}>{words.retry}</Button>
      </Absent>
    );
  }
  return (
    <span className={styles.slot}>
      <Spinner />
      <span className="visually-hidden">{words.loading}</span>
    </span>
  );
}

function Absent({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.slot}>
      {icon}
      {children}
    </div>
  );
}

/** Why the full photo is missing, under its thumbnail. */
function Remark({ full, sparing, onLoadFull, onRetry }: PhotoCardProps) {
  if (full.kind === "offline") {
    return (
      <p className={styles.remark}>
        <CloudOff size={16} aria-hidden="true" />
        {words.previewOffline}
      </p>
    );
  }
  if (full.kind === "failed") {
    return (
      <div className={styles.remark}>
        {words.failed}
        <Button variant="plain" onClick={onRetry}>
          {words.retry}
        </Button>
      </div>
    );
  }
  if (!sparing || full.kind !== "waiting") return null;
  return (
    <div className={styles.remark}>
      {words.sparing}
      <Button variant="plain" onClick={onLoadFull}>
        {words.loadFull}
      </Button>
    </div>
  );
}
