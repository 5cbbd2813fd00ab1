import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useStore } from "zustand";
import { useServices } from "../../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import { maySaveBulkActions, type Role } from "../../../domain/account/role.ts";
import type { ReviewAction } from "../../../domain/insight/insight.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { systemClock } from "../../../platform/system-clock.ts";
import type { InsightQuery, InsightRow } from "../../../query/insight-engine.ts";
import { keyboardStore } from "../../../state/keyboard-store.ts";
import { togglePhotoBoxes } from "../../../state/photo-boxes-store.ts";
import { photoViewStore, toggleBrightened } from "../../../state/photo-view-store.ts";
import { reviewBurstsStore, toggleReviewBursts } from "../../../state/review-bursts-store.ts";
import type { Review } from "../actions/review.ts";
import { hasNoPhoto } from "../photo/insight-photo.ts";
import { BURST_STEPS, SINGLE_STEPS } from "./cursor/burst-rows.ts";
import { readReviewPlace, searchOfList } from "./cursor/review-address.ts";
import type { ReviewCursorState } from "./cursor/review-cursor.ts";
import { usePlaceInAddress } from "./cursor/use-cursor-in-address.ts";
import { useReturnToList } from "./cursor/use-return-to-list.ts";
import { useReviewCursor, useReviewCursorState } from "./cursor/use-review-cursor.ts";
import { useSkippedRows } from "./cursor/use-skipped-rows.ts";
import { KeysList } from "./keys-list.tsx";
import { usePrefetchedPhotos } from "./photos/use-prefetched-photos.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import { ReviewHead } from "./review-head.tsx";
import { modeCommandOf, type ReviewModeCommands, runModeCommand } from "./review-keys.ts";
import { ReviewNotices } from "./review-notices.tsx";
import { ReviewPlaceholder } from "./review-placeholder.tsx";
import { ReviewSaid } from "./review-said.tsx";
import { ReviewControls, ReviewFacts } from "./review-side.tsx";
import { type LastStep, useReviewSteps } from "./review-steps.ts";
import { BurstStrip } from "./stage/burst-strip.tsx";
import type { PhotoCardHandle } from "./stage/photo-card.tsx";
import { ReviewStage } from "./stage/review-stage.tsx";
import { ReviewTools } from "./stage/review-tools.tsx";
import { type DecisionSwipe, SWIPE_ACTIONS } from "./stage/swipe-actions.ts";
import { useLeavingCard } from "./stage/use-leaving-card.ts";
import { usePhotoBase } from "./stage/use-photo-base.ts";
import { useShownFrame } from "./stage/use-shown-frame.ts";

interface ReviewModeProps {
  role: Role;
  query: InsightQuery;
  /** Of the list behind, so that leaving shows the page of the image that was reached. */
  pageSize: number;
}

/** One image at a time over the whole screen: one key or one swipe decides on it, and the next one is there. */
export function ReviewMode({ role, query, pageSize }: ReviewModeProps) {
  const { insights, outbox } = useServices();
  const outboxState = useOutboxState();
  const online = useSyncStatus().phase === "online";
  const mayAct = maySaveBulkActions(role);
  const [search, setSearch] = useSearchParams();
  const [start] = useState(() => readReviewPlace(search) ?? { index: 0, insightId: null });
  // Collections say themselves which insights belong together.
  const mayFold = !query.grouped;
  const folds = useStore(reviewBurstsStore).folded && mayFold;
  const cursor = useReviewCursor(query, start, folds ? BURST_STEPS : SINGLE_STEPS);
  const state = useReviewCursorState(cursor);
  usePlaceInAddress(state);
  useReturnToList(cursor);
  const row = state?.row ?? null;
  const toggleSkips = useSkippedRows(cursor, row);
  const { frames, frame, shown, chooseFrame } = useShownFrame(row);

  const { cache, sparing, loadFull } = usePrefetchedPhotos(state, shown, online);
  const { leaving, setLeaving, leave } = useLeavingCard(cache);
  const onLeaves = (_: InsightRow, direction: DecisionSwipe | null) => leave(shown, direction);
  const steps = useReviewSteps({ insights, outbox, mayAct, cursor, onLeaves });
  const card = useRef<PhotoCardHandle>(null);
  const photoBase = usePhotoBase(cache, shown);
  const [keysOpen, setKeysOpen] = useState(false);
  const [nowMs] = useState(() => systemClock.now());

  const matched = state?.matched ?? 0;
  const close = () => {
    setSearch(searchOfList(listIndexOf(state), pageSize, search), { replace: true });
  };
  const move = (step: 1 | -1) => {
    setLeaving(null);
    cursor?.move(step);
  };
  const swipe = (direction: DecisionSwipe) => {
    if (mayAct) steps.takeAction(SWIPE_ACTIONS[direction]);
    else if (direction !== "up") move(direction === "left" ? 1 : -1);
  };
  const commands: ReviewModeCommands = {
    act: steps.takeAction,
    clear: steps.clear,
    move,
    frame: (step) => {
      if (!chooseFrame(frame + step)) move(step);
    },
    undo: steps.goUndo,
    redo: steps.goRedo,
    repeat: steps.repeat,
    zoom: (to) => card.current?.zoom(to),
    boxes: togglePhotoBoxes,
    bursts: mayFold ? toggleReviewBursts : () => {},
    brighten: toggleBrightened,
    skip: toggleSkips,
    save: () => {
      // Also with an empty list: the action of the key before may not be stored yet.
      if (mayAct) steps.save();
    },
    base: photoBase.goToNext,
    keys: () => setKeysOpen(true),
  };
  const last = state === null ? 0 : Math.min(state.index + state.span, matched);
  const progress = state === null ? "" : progressWords(state, last);
  const skips = useStore(photoViewStore).skipsWithoutPhoto;
  const { previous, next } = neighboursOf(state, skips);
  return (
    <ReviewDialog
      onKeyDown={(event) => {
        if (!keysOpen) runKey(event, commands);
      }}
      onClose={close}
      bursts={query.grouped || folds}
    >
      <ReviewHead
        progress={state?.phase === "ready" ? progress : null}
        saves={mayAct && row !== null}
        onSave={commands.save}
        onClose={close}
      />
      <ReviewStage
        {...{ card, shown, previous, next, cache, mayAct, leaving, sparing }}
        measured={photoBase.measured}
        room={photoBase.room}
        base={photoBase.base}
        onLoadFull={loadFull}
        onLeft={(id) => setLeaving((now) => (now?.id === id ? null : now))}
        onSwipe={swipe}
        onMove={move}
      >
        <ReviewPlaceholder
          {...{ state, cursor, mayAct }}
          outbox={outboxState}
          onSave={steps.save}
          onClose={close}
        />
      </ReviewStage>
      {shown !== null && (
        <ReviewTools
          mayFold={mayFold}
          nextBase={photoBase.next}
          onNextBase={photoBase.goToNext}
          onZoom={commands.zoom}
          onSkip={toggleSkips}
          hasPrevious={previous !== undefined}
          hasNext={row !== null}
          onMove={move}
        />
      )}
      <ReviewFacts
        {...{ shown, row, progress, nowMs }}
        position={last}
        matched={state?.countsLater ? null : matched}
        left={state?.left ?? false}
      />
      {frames.length > 1 && row !== null && (
        <BurstStrip {...{ frames, frame, cache }} onFrame={chooseFrame} />
      )}
      <StepControls {...{ row, mayAct, steps }} onKeys={commands.keys} />
      <KeysList open={keysOpen} onClose={() => setKeysOpen(false)} />
      <ReviewSaid said={steps.said} progress={progress} shown={shown} row={row} />
    </ReviewDialog>
  );
}

/** Runs the command of a key, where nothing else has used it. */
function runKey(event: KeyboardEvent, commands: ReviewModeCommands): void {
  if (event.defaultPrevented) return;
  const command = modeCommandOf(event, keyboardStore.getState().singleKeys);
  if (command === null) return;
  event.preventDefault();
  runModeCommand(command, commands);
}

interface StepCommands extends Pick<Review, "capped" | "failed" | "continuePastCap" | "leaveCapped"> {
  last: LastStep | null;
  undone: string | null;
  takeAction(action: ReviewAction): void;
  clear(): void;
  goUndo(): void;
  goRedo(): void;
  repeat(): void;
}

interface StepControlsProps {
  row: InsightRow | null;
  mayAct: boolean;
  steps: StepCommands;
  onKeys(): void;
}

function StepControls({ row, mayAct, steps, onKeys }: StepControlsProps) {
  const { canUndo, canRedo, storageError } = useOutboxState();
  const reasonId = useId();
  return (
    <ReviewControls
      {...{ row, mayAct, reasonId, canUndo, canRedo, onKeys }}
      last={steps.last}
      undone={steps.undone}
      notices={<ReviewNotices review={steps} storageError={storageError} />}
      onAct={steps.takeAction}
      onClear={steps.clear}
      onUndo={steps.goUndo}
      onRedo={steps.goRedo}
      onRepeat={steps.repeat}
    />
  );
}

/** @param last the last place that is looked at, from 1 */
function progressWords({ index, matched, countsLater, complete }: ReviewCursorState, last: number): string {
  return words.progress(Math.min(index + 1, matched), last, countsLater ? null : matched, complete);
}

/** The place in the list where leaving arrives. */
function listIndexOf(state: ReviewCursorState | null): number {
  return Math.min(state?.index ?? 0, Math.max(0, (state?.matched ?? 1) - 1));
}

/** The rows to which a step leads. @param skips a step passes over what has no photo */
function neighboursOf(
  state: ReviewCursorState | null,
  skips: boolean,
): {
  previous?: InsightRow | undefined;
  next?: InsightRow | undefined;
} {
  if (state === null || state.phase !== "ready") return {};
  const { rows, place, left } = state;
  const counts = (row: InsightRow) => !skips || !hasNoPhoto(row);
  return {
    previous: rows.slice(0, place).findLast(counts),
    next: rows.slice(left ? place : place + 1).find(counts),
  };
}
