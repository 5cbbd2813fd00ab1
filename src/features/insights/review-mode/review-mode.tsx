import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useStore } from "zustand";
import { useServices } from "../../../client/services.tsx";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { maySaveBulkActions, type Role } from "../../../domain/account/role.ts";
import { systemClock } from "../../../platform/system-clock.ts";
import type { InsightQuery, InsightRow } from "../../../query/insight-engine.ts";
import { keyboardStore, scrollsFocus } from "../../../state/keyboard-store.ts";
import { togglePhotoBoxes } from "../../../state/photo-boxes-store.ts";
import { photoViewStore, toggleBrightened } from "../../../state/photo-view-store.ts";
import { reviewBurstsStore, toggleReviewBursts } from "../../../state/review-bursts-store.ts";
import { useStableHandlers } from "../../../ui/use-stable-handlers.ts";
import { listName } from "../list/rows/insight-selection.ts";
import type { ListWork } from "../list/rows/list-work.ts";
import { hasNoPhoto } from "../photo/insight-photo.ts";
import { type BesideHandlers, BesidePhoto, progressOf } from "./beside-photo.tsx";
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
import { ReviewPlaceholder } from "./review-placeholder.tsx";
import { useReviewSteps } from "./review-steps.ts";
import type { PhotoCardHandle } from "./stage/photo-card.tsx";
import { ReviewStage } from "./stage/review-stage.tsx";
import { type DecisionSwipe, SWIPE_ACTIONS } from "./stage/swipe-actions.ts";
import { useLeavingCard } from "./stage/use-leaving-card.ts";
import { usePhotoBase } from "./stage/use-photo-base.ts";
import { usePhotoLight } from "./stage/use-photo-light.ts";
import { useShownFrame } from "./stage/use-shown-frame.ts";

export interface ReviewModeProps {
  role: Role;
  query: InsightQuery;
  /** Of the list behind, so that leaving shows the page of the image that was reached. */
  pageSize: number;
  work: ListWork;
  /** Reviews what was not reviewed, from its beginning. */
  onNext(): void;
}

/** One image at a time over the whole screen: one key or one swipe decides on it, and the next one is there. */
export function ReviewMode({ role, query, pageSize, work, onNext }: ReviewModeProps) {
  const { insights, outbox } = useServices();
  const online = useSyncStatus().phase === "online";
  const mayAct = maySaveBulkActions(role);
  const [search, setSearch] = useSearchParams();
  const [start] = useState(() => readReviewPlace(search) ?? { index: 0, insightId: null });
  // Collections say themselves which insights belong together.
  const mayFold = !query.grouped;
  const folds = useStore(reviewBurstsStore).folded && mayFold;
  const cursor = useReviewCursor(query, start, folds ? BURST_STEPS : SINGLE_STEPS);
  const state = useReviewCursorState(cursor);
  const done = useDone(state, query, work);
  useReturnToList(cursor, query);
  const row = state?.row ?? null;
  const toggleSkips = useSkippedRows(cursor, row);
  const { frames, frame, shown, chooseFrame } = useShownFrame(row);
  // On a slow phone all that is beside the photo takes longer than the photo: it is drawn a frame later, so that the
  // photo comes with the key. Keys and buttons decide on the photo that is shown, at any time.
  const beside = useDeferredValue(
    useMemo(() => ({ state, frames, frame, shown }), [state, frames, frame, shown]),
  );

  usePlaceInAddress(beside.state);
  const { cache, sparing, loadFull } = usePrefetchedPhotos(state, shown, online);
  const { leaving, setLeaving, leave } = useLeavingCard(cache);
  const onLeaves = (_: InsightRow, direction: DecisionSwipe | null) => leave(shown, direction);
  const steps = useReviewSteps({ insights, outbox, mayAct, cursor, onLeaves, onStep: work.countDone });
  const card = useRef<PhotoCardHandle>(null);
  const photoBase = usePhotoBase(cache, shown);
  const light = usePhotoLight(cache, shown);
  const [keysOpen, setKeysOpen] = useState(false);
  const [nowMs] = useState(() => systemClock.now());

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
    brighten: () => light !== null && toggleBrightened(light),
    skip: toggleSkips,
    save: () => {
      // Also with an empty list: the action of the key before may not be stored yet.
      if (mayAct) steps.saveOrContinue();
    },
    base: photoBase.goToNext,
    keys: () => setKeysOpen(true),
  };
  const skips = useStore(photoViewStore).skipsWithoutPhoto;
  const { previous, next } = neighboursOf(beside.state, skips);
  const head = useStableHandlers({ onSave: () => mayAct && steps.save(), onClose: close });
  const onFrame = (next: number, of: string) => {
    if (of === row?.insightId) chooseFrame(next);
  };
  const handlers = useBesideHandlers(commands, onFrame, steps);
  return (
    <ReviewDialog
      onKeyDown={(event) => {
        if (!keysOpen) runKey(event, commands);
      }}
      onClose={close}
      bursts={query.grouped || folds}
    >
      <ReviewHead
        progress={beside.state?.phase === "ready" ? progressOf(beside.state) : null}
        saves={mayAct && row !== null}
        {...head}
      />
      <ReviewStage
        {...{ card, shown, previous, next, cache, mayAct, leaving, sparing }}
        measured={photoBase.measured}
        room={photoBase.room}
        base={photoBase.base}
        onLoadFull={loadFull}
        onLeft={(id) => setLeaving((now) => (now?.id === id ? null : now))}
        onSwipe={swipe}
        onMove={handlers.onMove}
      >
        <ReviewPlaceholder
          {...{ state, cursor, mayAct, query, done, onNext }}
          onSave={steps.save}
          onClose={close}
        />
      </ReviewStage>
      <BesidePhoto
        {...{ beside, handlers, cache, mayAct, mayFold, nowMs }}
        hasPrevious={previous !== undefined}
        nextBase={photoBase.next}
        last={steps.last}
        undone={steps.undone}
        said={steps.said}
        capped={steps.capped}
        failed={steps.failed}
      />
      <KeysList open={keysOpen} onClose={() => setKeysOpen(false)} />
    </ReviewDialog>
  );
}

/** How many rows the list had, once all of them have left it by the person's work; else null. */
function useDone(state: ReviewCursorState | null, query: InsightQuery, work: ListWork): number | null {
  const list = listName(query);
  const matched = state?.phase === "ready" && !state.countsLater ? state.matched : null;
  useLayoutEffect(() => {
    if (matched !== null) work.see(list, matched);
  }, [work, list, matched]);
  return matched === 0 && state?.complete === true ? work.doneOf(list) : null;
}

function useBesideHandlers(
  commands: ReviewModeCommands,
  onFrame: BesideHandlers["onFrame"],
  { continuePastCap, leaveCapped }: Pick<BesideHandlers, "continuePastCap" | "leaveCapped">,
): BesideHandlers {
  return useStableHandlers<BesideHandlers>({
    onNextBase: commands.base,
    onZoom: commands.zoom,
    onSkip: commands.skip,
    onMove: commands.move,
    onFrame,
    onAct: commands.act,
    onClear: commands.clear,
    onUndo: commands.undo,
    onRedo: commands.redo,
    onRepeat: commands.repeat,
    onKeys: commands.keys,
    continuePastCap,
    leaveCapped,
  });
}

/** Runs the command of a key, where nothing else has used it. */
function runKey(event: KeyboardEvent, commands: ReviewModeCommands): void {
  if (event.defaultPrevented || scrollsFocus(event.nativeEvent)) return;
  const command = modeCommandOf(event, keyboardStore.getState().singleKeys);
  if (command === null) return;
  event.preventDefault();
  runModeCommand(command, commands);
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
