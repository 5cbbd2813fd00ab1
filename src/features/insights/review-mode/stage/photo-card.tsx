import CloudOff from "lucide-react/icons/cloud-off";
import ImageOff from "lucide-react/icons/image-off";
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import { useStore } from "zustand";
import { isBrightened } from "../../../../domain/insight/brightened.ts";
import type { ReviewAction } from "../../../../domain/insight/insight.ts";
import type { ZoomBase } from "../../../../domain/insight/zoom-base.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import { reviewModeMessages } from "../../../../messages/insights/review-mode.ts";
import { actionIcon } from "../../../../parts/action-icon.tsx";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { photoViewStore } from "../../../../state/photo-view-store.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { Spinner } from "../../../../ui/feedback/spinner.tsx";
import { AwayPreviewWords, AwayWords } from "../../photo/away-words.tsx";
import { useZoomedPhoto } from "../../photo/gestures/use-zoomed-photo.ts";
import type { Size } from "../../photo/gestures/zoom.ts";
import { PhotoBoxes } from "../../photo/photo-boxes.tsx";
import type { CachedPhoto } from "../photos/photo-cache.ts";
import styles from "./photo-card.module.css";
import { DECISION_SWIPES, type DecisionSwipe, SWIPE_ACTIONS } from "./swipe-actions.ts";
import { ANY_SIZE } from "./use-photo-base.ts";
import { lightOf } from "./use-photo-light.ts";

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
  /** Swipes decide; false where they only move. */
  swipes: boolean;
  onSwipe(direction: DecisionSwipe): void;
}

/** The photo, before it is loaded its thumbnail. */
export function PhotoCard(props: PhotoCardProps) {
  const { room, base, thumbnail, full } = props;
  const area = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [intent, setIntent] = useState<ReviewAction | null>(null);
  const [pressed, setPressed] = useState<Pressed>(null);
  const { brightenedAt } = useStore(photoViewStore);

  const picture = full.kind === "image" ? full : thumbnail.kind === "image" ? thumbnail : null;
  const zoomed = useZoomedPhoto(area, {
    room,
    size: picture?.size ?? ANY_SIZE,
    base,
    boxes: props.row.boxes,
    swipes: DECISION_SWIPES,
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
  useImperativeHandle(props.ref, () => ({ zoom: zoomed.zoomBy }));
  return (
    <div ref={area} className={styles.area} data-near={zoomed.near || undefined} {...zoomed.gestures}>
      <div ref={card} className={styles.card} style={zoomed.card} data-photo={stateOf(thumbnail, full)}>
        {picture !== null && (
          <img
            src={picture.url}
            alt={props.alt}
            decoding="sync"
            draggable={false}
            className={styles.picture}
            style={zoomed.image}
            data-brightened={isBrightened(brightenedAt, lightOf(props.row, thumbnail)) || undefined}
          />
        )}
        {picture !== null && zoomed.measured && <PhotoBoxes row={props.row} style={zoomed.image} />}
        {picture === null && <Slot {...props} />}
      </div>
      {intent !== null && (
        // Beside the card, which leaves the screen with the finger.
        <span className={styles.intent} data-action={intent} aria-hidden="true">
          {actionIcon(intent, 22)}
          {insightsMessages.actionNames[intent]}
        </span>
      )}
      {picture !== null && full.kind !== "image" && (
        <Remark {...props} pressed={pressed} onPress={setPressed} />
      )}
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
    return (
      <Absent icon={<CloudOff size={30} aria-hidden="true" />}>
        <AwayWords />
      </Absent>
    );
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

/** The button of the remark that a person pressed last. */
type Pressed = "retry" | "loadFull" | null;

interface RemarkProps extends PhotoCardProps {
  pressed: Pressed;
  onPress(button: Pressed): void;
}

/** Why the full photo is missing, under its thumbnail; a button that was pressed is busy until the answer. */
function Remark({ full, sparing, onLoadFull, onRetry, pressed, onPress }: RemarkProps) {
  const waits = full.kind === "waiting";
  if (full.kind === "offline") {
    return (
      <p className={styles.remark}>
        <CloudOff size={16} aria-hidden="true" />
        <AwayPreviewWords />
      </p>
    );
  }
  // A connection that has become slow since gives up the whole photo, as if nobody had asked for it.
  if (full.kind === "failed" || (waits && pressed === "retry" && !sparing)) {
    const retry = () => {
      onPress("retry");
      onRetry();
    };
    return (
      <div className={styles.remark}>
        {words.failed}
        <Button variant="plain" busy={waits} onClick={retry}>
          {words.retry}
        </Button>
      </div>
    );
  }
  const isLoading = pressed === "loadFull" && !sparing;
  if (!waits || !(sparing || isLoading)) return null;
  const loadFull = () => {
    onPress("loadFull");
    onLoadFull();
  };
  return (
    <div className={styles.remark}>
      {words.sparing}
      <Button variant="plain" busy={isLoading} onClick={loadFull}>
        {words.loadFull}
      </Button>
    </div>
  );
}
