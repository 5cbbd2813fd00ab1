import { memo, useId } from "react";
import { useOutboxState } from "../../../client/use-sync.ts";
import type { ReviewAction } from "../../../domain/insight/insight.ts";
import type { ZoomBase } from "../../../domain/insight/zoom-base.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { Review } from "../actions/review.ts";
import type { ReviewCursorState } from "./cursor/review-cursor.ts";
import type { PhotoCache } from "./photos/photo-cache.ts";
import { ReviewNotices } from "./review-notices.tsx";
import { ReviewSaid } from "./review-said.tsx";
import { ReviewControls, ReviewFacts } from "./review-side.tsx";
import type { LastStep } from "./review-steps.ts";
import { BurstStrip } from "./stage/burst-strip.tsx";
import { ReviewTools } from "./stage/review-tools.tsx";
import { usePhotoLight } from "./stage/use-photo-light.ts";

/** The place of the cursor as it is drawn beside the photo, which may be a frame later than the photo. */
export interface BesideState {
  state: ReviewCursorState | null;
  /** Of the row, and the place in them of the shown one. */
  frames: readonly InsightRow[];
  frame: number;
  shown: InsightRow | null;
}

export interface BesideHandlers {
  onNextBase(): void;
  onZoom(to: "in" | "out"): void;
  onSkip(): void;
  onMove(step: 1 | -1): void;
  /** @param of the insight whose frames were shown, which may be those of the row before */
  onFrame(frame: number, of: string): void;
  onAct(action: ReviewAction): void;
  onClear(): void;
  onUndo(): void;
  onRedo(): void;
  onRepeat(): void;
  onKeys(): void;
  continuePastCap(): void;
  leaveCapped(): void;
}

interface BesidePhotoProps extends Pick<Review, "capped" | "failed"> {
  beside: BesideState;
  /** Must keep their identity between renders, as `beside` does, or all of this is drawn with the photo. */
  handlers: BesideHandlers;
  cache: PhotoCache | null;
  mayAct: boolean;
  mayFold: boolean;
  hasPrevious: boolean;
  nextBase: ZoomBase;
  nowMs: number;
  last: LastStep | null;
  undone: string | null;
  said: string;
}

/** Tools, facts, frames and buttons: all of review mode that is not the photo. */
export const BesidePhoto = memo(function BesidePhoto(props: BesidePhotoProps) {
  const { beside, handlers, cache, mayAct } = props;
  const { state, frames, frame, shown } = beside;
  const row = state?.row ?? null;
  const light = usePhotoLight(cache, shown);
  const progress = progressOf(state);
  return (
    <>
      {light !== null && (
        <ReviewTools
          light={light}
          mayFold={props.mayFold}
          nextBase={props.nextBase}
          onNextBase={handlers.onNextBase}
          onZoom={handlers.onZoom}
          onSkip={handlers.onSkip}
          hasPrevious={props.hasPrevious}
          hasNext={row !== null}
          onMove={handlers.onMove}
        />
      )}
      <ReviewFacts
        {...{ shown, row, progress }}
        nowMs={props.nowMs}
        position={lastPlace(state)}
        matched={state?.countsLater ? null : (state?.matched ?? 0)}
        left={state?.left ?? false}
      />
      {frames.length > 1 && row !== null && (
        <BurstStrip {...{ frames, frame, cache }} onFrame={(at) => handlers.onFrame(at, row.insightId)} />
      )}
      <StepControls {...props} row={row} mayAct={mayAct} />
      <ReviewSaid said={props.said} progress={progress} shown={shown} row={row} />
    </>
  );
});

interface StepControlsProps
  extends Pick<BesidePhotoProps, "handlers" | "last" | "undone" | "capped" | "failed"> {
  row: InsightRow | null;
  mayAct: boolean;
}

function StepControls({ row, mayAct, handlers, last, undone, capped, failed }: StepControlsProps) {
  const { canUndo, canRedo, storageError } = useOutboxState();
  const reasonId = useId();
  const { continuePastCap, leaveCapped } = handlers;
  const review = { capped, failed, continuePastCap, leaveCapped };
  return (
    <ReviewControls
      {...{ row, mayAct, reasonId, canUndo, canRedo, last, undone }}
      notices={<ReviewNotices review={review} storageError={storageError} />}
      onAct={handlers.onAct}
      onClear={handlers.onClear}
      onUndo={handlers.onUndo}
      onRedo={handlers.onRedo}
      onRepeat={handlers.onRepeat}
      onKeys={handlers.onKeys}
    />
  );
}

/** "12 of 1,904"; empty before there is a cursor. */
export function progressOf(state: ReviewCursorState | null): string {
  if (state === null) return "";
  const { index, matched, countsLater, complete } = state;
  return words.progress(
    Math.min(index + 1, matched),
    lastPlace(state),
    countsLater ? null : matched,
    complete,
  );
}

/** The last place in the set that is looked at, from 1. */
function lastPlace(state: ReviewCursorState | null): number {
  return state === null ? 0 : Math.min(state.index + state.span, state.matched);
}
