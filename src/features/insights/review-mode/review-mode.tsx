import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useStore } from "zustand";
import { useServices } from "../../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import { maySaveBulkActions, type Role } from "../../../domain/account/role.ts";
import { shownConfidence } from "../../../domain/insight/insight.ts";
import { percentText } from "../../../domain/insight/insight-text.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { CapNotice } from "../../../parts/cap-notice.tsx";
import { systemClock } from "../../../platform/system-clock.ts";
import type { InsightQuery, InsightRow } from "../../../query/insight-engine.ts";
import { keyboardStore } from "../../../state/keyboard-store.ts";
import { togglePhotoBoxes } from "../../../state/photo-boxes-store.ts";
import { reviewBurstsStore, toggleReviewBursts } from "../../../state/review-bursts-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { readableName } from "../facts/species-label.tsx";
import { photoOf } from "../photo/insight-photo.ts";
import { BURST_STEPS, SINGLE_STEPS } from "./cursor/burst-rows.ts";
import { readReviewPlace, searchOfList } from "./cursor/review-address.ts";
import type { ReviewCursorState } from "./cursor/review-cursor.ts";
import { usePlaceInAddress } from "./cursor/use-cursor-in-address.ts";
import { useReviewCursor, useReviewCursorState } from "./cursor/use-review-cursor.ts";
import { KeysList } from "./keys-list.tsx";
import { planPrefetch } from "./photos/prefetch-plan.ts";
import { usePhotoCache, usePhotoCacheNews, usePrefetchReach } from "./photos/use-photo-cache.ts";
import { returnFocusToButton } from "./review-button.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { ReviewEnd } from "./review-end.tsx";
import { ReviewHead } from "./review-head.tsx";
import { modeCommandOf } from "./review-keys.ts";
import { ReviewControls, ReviewFacts } from "./review-side.tsx";
import { useReviewSteps } from "./review-steps.ts";
import { bestFrame, framesOf } from "./stage/burst-frames.ts";
import { BurstStrip } from "./stage/burst-strip.tsx";
import type { PhotoCardHandle } from "./stage/photo-card.tsx";
import { type LeavingCard, ReviewStage } from "./stage/review-stage.tsx";
import { SWIPE_ACTIONS, type SwipeDirection } from "./stage/swipe.ts";
import type { ZoomBase } from "./stage/zoom.ts";

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
  // Where insights are folded into collections, these say what belongs together.
  const mayFold = !query.grouped;
  const folds = useStore(reviewBurstsStore).folded && mayFold;
  const walk = useReviewCursor(query, start, folds ? BURST_STEPS : SINGLE_STEPS);
  const state = useReviewCursorState(walk);
  const row = state?.row ?? null;
  usePlaceInAddress(state);

  const shelf = usePhotoCache(online);
  usePhotoCacheNews(shelf);
  const reach = usePrefetchReach();
  const frames = useMemo(() => (row === null ? [] : framesOf(row)), [row]);
  const [chosen, setChosen] = useState<{ of: string; frame: number } | null>(null);
  const frame = chosen !== null && chosen.of === row?.insightId ? chosen.frame : bestFrame(frames);
  const shown = frames[frame] ?? null;
  const [fullAskedOf, setFullAskedOf] = useState<string | null>(null);
  const fullAsked = shown !== null && fullAskedOf === shown.insightId;
  const rows = state?.rows;
  const place = state?.place ?? 0;
  useEffect(() => {
    if (rows !== undefined) shelf?.want(planPrefetch({ rows, place, here: shown, reach, fullAsked }));
  }, [shelf, rows, place, shown, reach, fullAsked]);

  const [leaving, setLeaving] = useState<LeavingCard | null>(null);
  const leavingCount = useRef(0);
  const steps = useReviewSteps({
    insights,
    outbox,
    mayAct,
    walk,
    onLeaves(_row, direction) {
      const picture = shown === null ? undefined : shelf?.look(photoOf(shown), "thumbnail");
      leavingCount.current += 1;
      // A picture that never came has nothing to leave with.
      setLeaving(
        direction === null || picture?.kind !== "image"
          ? null
          : { id: leavingCount.current, url: picture.url, size: picture.size, direction },
      );
    },
  });

  const card = useRef<PhotoCardHandle>(null);
  const [base, setBase] = useState<ZoomBase>("fit");
  const [keysOpen, setKeysOpen] = useState(false);
  const [nowMs] = useState(() => systemClock.now());
  const reasonId = useId();

  const close = () => {
    returnFocusToButton();
    setSearch(
      searchOfList(Math.min(state?.index ?? 0, Math.max(0, (state?.matched ?? 1) - 1)), pageSize, search),
      {
        replace: true,
      },
    );
  };
  const move = (step: 1 | -1) => {
    setLeaving(null);
    walk?.move(step);
  };
  const stepFrame = (step: 1 | -1) => {
    const next = frame + step;
    if (row === null || next < 0 || next >= frames.length) move(step);
    else setChosen({ of: row.insightId, frame: next });
  };
  const swipe = (direction: SwipeDirection) => {
    if (mayAct) steps.takeAction(SWIPE_ACTIONS[direction]);
    else if (direction !== "up") move(direction === "left" ? 1 : -1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (keysOpen || event.defaultPrevented) return;
    const command = modeCommandOf(event, keyboardStore.getState().singleKeys);
    if (command === null) return;
    event.preventDefault();
    if (command.kind === "act") steps.takeAction(command.action);
    else if (command.kind === "clear") steps.clear();
    else if (command.kind === "move") move(command.step);
    else if (command.kind === "frame") stepFrame(command.step);
    else if (command.kind === "undo") steps.goUndo();
    else if (command.kind === "redo") steps.goRedo();
    else if (command.kind === "repeat") steps.repeat();
    else if (command.kind === "zoom") card.current?.zoom(command.to);
    else if (command.kind === "boxes") togglePhotoBoxes();
    else if (command.kind === "bursts") {
      if (mayFold) toggleReviewBursts();
    } else if (command.kind === "base") setBase(base === "fit" ? "fill" : "fit");
    else setKeysOpen(true);
  };

  const matched = state?.matched ?? 0;
  const position = state === null ? 0 : Math.min(state.index + 1, matched);
  const last = state === null ? 0 : Math.min(state.index + state.span, matched);
  const progress =
    state === null ? "" : words.progress(position, last, state.countsLater ? null : matched, state.complete);
  const neighbours = neighboursOf(state);
  return (
    <ReviewDialog onKeyDown={onKeyDown} onClose={close} bursts={query.grouped || folds}>
      <ReviewHead
        progress={state?.phase === "ready" ? progress : null}
        hasPrevious={neighbours.previous !== undefined}
        hasNext={row !== null}
        onMove={move}
        onClose={close}
      />
      <ReviewStage
        card={card}
        shown={shown}
        previous={neighbours.previous}
        next={neighbours.next}
        shelf={shelf}
        base={base}
        onBase={setBase}
        sparing={!reach.fullHere && !fullAsked}
        onLoadFull={() => setFullAskedOf(shown?.insightId ?? null)}
        mayFold={mayFold}
        mayAct={mayAct}
        leaving={leaving}
        onLeft={(id) => setLeaving((now) => (now?.id === id ? null : now))}
        onSwipe={swipe}
        onMove={move}
      >
        {state === null || state.phase === "loading" ? (
          <Spinner />
        ) : state.phase === "failed" ? (
          <Notice tone="danger" action={<Button onClick={() => walk?.retry()}>{words.retry}</Button>}>
            {words.failed}
          </Notice>
        ) : (
          <ReviewEnd
            matched={matched}
            mayAct={mayAct}
            outbox={outboxState}
            onSave={steps.save}
            onAgain={() => walk?.goTo(0)}
            onClose={close}
          />
        )}
      </ReviewStage>
      <ReviewFacts
        shown={shown}
        row={row}
        progress={progress}
        position={last}
        matched={state?.countsLater ? null : matched}
        nowMs={nowMs}
        left={state?.left ?? false}
      />
      {frames.length > 1 && row !== null && (
        <BurstStrip
          frames={frames}
          frame={frame}
          shelf={shelf}
          onFrame={(next) => setChosen({ of: row.insightId, frame: next })}
        />
      )}
      <ReviewControls
        row={row}
        mayAct={mayAct}
        reasonId={reasonId}
        canUndo={outboxState.canUndo}
        canRedo={outboxState.canRedo}
        last={steps.last}
        walked={steps.walked}
        notices={
          <>
            {steps.capped !== null && (
              <CapNotice
                refused={steps.capped.count}
                way={steps.capped.way}
                onContinue={steps.continuePastCap}
                onLeave={steps.leaveCapped}
              />
            )}
            {(steps.failed || outboxState.storageError) && (
              <Notice tone="danger">{insightsMessages.storageError}</Notice>
            )}
          </>
        }
        onAct={steps.takeAction}
        onClear={steps.clear}
        onUndo={steps.goUndo}
        onRedo={steps.goRedo}
        onRepeat={steps.repeat}
        onKeys={() => setKeysOpen(true)}
      />
      <KeysList open={keysOpen} onClose={() => setKeysOpen(false)} />
      <div className="visually-hidden" role="status" data-said="step">
        {steps.said}
      </div>
      <div className="visually-hidden" role="status" data-said="place">
        {shown !== null && words.at(progress, spoken(shown, row))}
      </div>
    </ReviewDialog>
  );
}

function neighboursOf(state: ReviewCursorState | null): {
  previous?: InsightRow | undefined;
  next?: InsightRow | undefined;
} {
  if (state === null || state.phase !== "ready") return {};
  return {
    previous: state.rows[state.place - 1],
    next: state.rows[state.left ? state.place : state.place + 1],
  };
}

/** What those who listen are told of an image. */
function spoken(shown: InsightRow, row: InsightRow | null): string[] {
  const status = row?.status ?? null;
  return [
    readableName(shown.className),
    percentText(shownConfidence(shown)) ?? insightsMessages.noConfidence,
    shown.displayName,
    ...(shown.boxes.length > 0 ? [insightsMessages.boxes.count(shown.boxes.length)] : []),
    ...(row !== null && row.members.length > 1 ? [words.burst.label(row.members.length)] : []),
    ...(status === null || status === "none" ? [] : [insightsMessages.statusNames[status]]),
  ];
}
