import { memo, type ReactNode, type RefObject } from "react";
import type { ZoomBase } from "../../../../domain/insight/zoom-base.ts";
import { reviewModeMessages } from "../../../../messages/insights/review-mode.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { readableName } from "../../facts/species-label.tsx";
import { restZoom, type Size, scaledBox } from "../../photo/gestures/zoom.ts";
import { photoOf } from "../../photo/insight-photo.ts";
import type { PhotoCache } from "../photos/photo-cache.ts";
import { usePhotoLook } from "../photos/use-photo-cache.ts";
import { bestFrame, framesOf } from "./burst-frames.ts";
import type { LeavingCard } from "./leaving-card.ts";
import { PhotoCard, type PhotoCardHandle } from "./photo-card.tsx";
import styles from "./review-stage.module.css";
import type { DecisionSwipe } from "./swipe-actions.ts";

interface ReviewStageProps {
  card: RefObject<PhotoCardHandle | null>;
  /** The shown frame; null at the end of the set. */
  shown: InsightRow | null;
  /** The neighbours may be drawn a frame later than the photo. */
  previous: InsightRow | undefined;
  next: InsightRow | undefined;
  cache: PhotoCache | null;
  /** For the element whose size is the room's. */
  measured: RefObject<HTMLDivElement | null>;
  room: Size;
  base: ZoomBase;
  sparing: boolean;
  onLoadFull(): void;
  mayAct: boolean;
  leaving: LeavingCard | null;
  onLeft(id: number): void;
  onSwipe(direction: DecisionSwipe): void;
  /** Must keep its identity between renders, or the neighbours are drawn with the photo. */
  onMove(step: 1 | -1): void;
  /** Replaces a missing photo. */
  children: ReactNode;
}

export function ReviewStage(props: ReviewStageProps) {
  const { shown, cache, room, base, leaving } = props;
  const photo = shown && photoOf(shown);
  const thumbnail = usePhotoLook(cache, photo, "thumbnail");
  const full = usePhotoLook(cache, photo, "full");
  return (
    <div className={styles.stage}>
      <div ref={props.measured} className={styles.room} aria-hidden="true" />
      <Peek row={props.previous} side="previous" cache={cache} onMove={props.onMove} />
      <Peek row={props.next} side="next" cache={cache} onMove={props.onMove} />
      {shown === null ? (
        <div className={styles.instead}>{props.children}</div>
      ) : (
        <PhotoCard
          key={shown.insightId}
          ref={props.card}
          room={room}
          base={base}
          thumbnail={thumbnail}
          full={full}
          alt={reviewModeMessages.photoOf(readableName(shown.className), shown.displayName)}
          row={shown}
          sparing={props.sparing}
          onLoadFull={props.onLoadFull}
          onRetry={() => cache?.retry()}
          swipes={props.mayAct}
          onSwipe={props.onSwipe}
        />
      )}
      {leaving !== null && (
        <span
          key={leaving.id}
          className={styles.leaving}
          style={scaledBox(room, leaving.size, restZoom(base, room, leaving.size).scale)}
          data-direction={leaving.direction}
          aria-hidden="true"
          onAnimationEnd={() => props.onLeft(leaving.id)}
        >
          <img src={leaving.url} alt="" />
        </span>
      )}
    </div>
  );
}

interface PeekProps {
  row: InsightRow | undefined;
  side: "previous" | "next";
  cache: PhotoCache | null;
  onMove(step: 1 | -1): void;
}

/** The edge of a neighbour; a press goes there. */
const Peek = memo(function Peek({ row, side, cache, onMove }: PeekProps) {
  const frames = row === undefined ? [] : framesOf(row);
  const frame = frames[bestFrame(frames)];
  const look = usePhotoLook(cache, frame === undefined ? null : photoOf(frame), "thumbnail");
  if (row === undefined) return null;
  return (
    <button
      type="button"
      className={styles.peek}
      data-side={side}
      title={reviewModeMessages[side]}
      aria-hidden="true"
      tabIndex={-1}
      onClick={() => onMove(side === "next" ? 1 : -1)}
    >
      {look.kind === "image" && <img src={look.url} alt="" draggable={false} />}
    </button>
  );
});
