import { Layers, Maximize, Minimize, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { useStore } from "zustand";
import { reviewModeMessages } from "../../../../messages/insights/review-mode.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { reviewBurstsStore, toggleReviewBursts } from "../../../../state/review-bursts-store.ts";
import { IconButton } from "../../../../ui/controls/icon-button.tsx";
import { readableName } from "../../facts/species-label.tsx";
import { photoOf } from "../../photo/insight-photo.ts";
import { PhotoBoxesButton } from "../../photo/photo-boxes.tsx";
import type { CachedPhoto, PhotoCache } from "../photos/photo-cache.ts";
import { bestFrame, framesOf } from "./burst-frames.ts";
import type { LeavingCard } from "./leaving-card.ts";
import { PhotoCard, type PhotoCardHandle } from "./photo-card.tsx";
import styles from "./review-stage.module.css";
import type { SwipeDirection } from "./swipe.ts";
import { useRoom } from "./use-element-size.ts";
import { fittedBox, type ZoomBase } from "./zoom.ts";

const { zoom: words } = reviewModeMessages;
const WAITING: CachedPhoto = { kind: "waiting" };

interface ReviewStageProps {
  card: RefObject<PhotoCardHandle | null>;
  /** The shown frame; null at the end of the set. */
  shown: InsightRow | null;
  previous: InsightRow | undefined;
  next: InsightRow | undefined;
  cache: PhotoCache | null;
  base: ZoomBase;
  onBase(base: ZoomBase): void;
  sparing: boolean;
  onLoadFull(): void;
  mayAct: boolean;
  /** Bursts can be folded. */
  mayFold: boolean;
  leaving: LeavingCard | null;
  onLeft(id: number): void;
  onSwipe(direction: SwipeDirection): void;
  onMove(step: 1 | -1): void;
  /** Replaces a missing photo. */
  children: ReactNode;
}

export function ReviewStage(props: ReviewStageProps) {
  const { shown, cache, base, leaving } = props;
  const measured = useRef<HTMLDivElement>(null);
  const room = useRoom(measured);
  const photo = shown === null ? null : photoOf(shown);
  return (
    <div className={styles.stage}>
      <div ref={measured} className={styles.room} aria-hidden="true" />
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
          thumbnail={cache?.look(photo, "thumbnail") ?? WAITING}
          full={cache?.look(photo, "full") ?? WAITING}
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
          style={fittedBox(room, leaving.size)}
          data-direction={leaving.direction}
          aria-hidden="true"
          onAnimationEnd={() => props.onLeft(leaving.id)}
        >
          <img src={leaving.url} alt="" />
        </span>
      )}
      {shown !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and here is none
        <div className={styles.tools} role="group" aria-label={words.group}>
          <PhotoBoxesButton />
          {props.mayFold && <BurstsButton />}
          <IconButton
            className={styles.deskTool}
            label={words.out}
            icon={<ZoomOut size={20} aria-hidden="true" />}
            onClick={() => props.card.current?.zoom("out")}
          />
          <IconButton
            className={styles.deskTool}
            label={words.in}
            icon={<ZoomIn size={20} aria-hidden="true" />}
            onClick={() => props.card.current?.zoom("in")}
          />
          <IconButton
            label={base === "fit" ? words.fill : words.fit}
            icon={
              base === "fit" ? (
                <Maximize size={20} aria-hidden="true" />
              ) : (
                <Minimize size={20} aria-hidden="true" />
              )
            }
            onClick={() => props.onBase(base === "fit" ? "fill" : "fit")}
          />
        </div>
      )}
    </div>
  );
}

function BurstsButton() {
  const { folded } = useStore(reviewBurstsStore);
  return (
    <IconButton
      label={reviewModeMessages.burst.button}
      title={reviewModeMessages.burst.hint}
      aria-keyshortcuts="G"
      pressed={folded}
      icon={<Layers size={20} aria-hidden="true" />}
      onClick={toggleReviewBursts}
    />
  );
}

interface PeekProps {
  row: InsightRow | undefined;
  side: "previous" | "next";
  cache: PhotoCache | null;
  onMove(step: 1 | -1): void;
}

/** The edge of a neighbour; a press goes there. */
function Peek({ row, side, cache, onMove }: PeekProps) {
  if (row === undefined) return null;
  const frames = framesOf(row);
  const frame = frames[bestFrame(frames)];
  const look = frame === undefined ? WAITING : (cache?.look(photoOf(frame), "thumbnail") ?? WAITING);
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
}
