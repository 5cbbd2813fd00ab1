import { startTransition, useRef, useState } from "react";
import type { InsightStatus, ReviewAction } from "../../../domain/insight/insight.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import type { InsightEngine, InsightRow } from "../../../query/insight-engine.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { useReview } from "../actions/use-review.ts";
import { readableName } from "../facts/species-label.tsx";
import type { ReviewCursor } from "./cursor/review-cursor.ts";
import { type DecisionSwipe, LEAVES } from "./stage/swipe-actions.ts";

export interface LastStep {
  status: InsightStatus;
  className: string;
}

/**
 * The steps of review. The next image shows while a step is stored; a step that fails brings the cursor back to its
 * image, as do undo and redo.
 */
export function useReviewSteps(input: {
  insights: InsightEngine;
  outbox: ReviewOutbox;
  mayAct: boolean;
  cursor: ReviewCursor | null;
  onLeaves(row: InsightRow, direction: DecisionSwipe | null): void;
  /** The status of an image changes. */
  onStep(): void;
}) {
  const { insights, outbox, mayAct, cursor, onLeaves, onStep } = input;
  const review = useReview(outbox, mayAct);
  const [last, setLast] = useState<LastStep | null>(null);
  // A key may repeat the step before its words are drawn.
  const latest = useRef<LastStep | null>(null);
  // An undone step can still be repeated.
  const [undone, setUndone] = useState<string | null>(null);

  const take = (row: InsightRow, status: InsightStatus, direction: DecisionSwipe | null) => {
    if (!mayAct || cursor === null) return;
    const step = { status, className: row.className };
    latest.current = step;
    // The words beside the photo wait for the next photo.
    startTransition(() => {
      setLast(step);
      setUndone(null);
    });
    if (row.status === status) {
      // An action that the image already has keeps it: only Clear removes a status.
      onLeaves(row, direction);
      cursor.move(1);
      return;
    }
    onStep();
    cursor.remember(row);
    onLeaves(row, direction);
    cursor.move(1);
    void review.act([row], { status }).then((taken) => {
      if (!taken) cursor.find([row.insightId]);
    });
  };
  const current = () => cursor?.getState().row ?? null;
  const act = (action: ReviewAction) => {
    const row = current();
    if (row !== null) take(row, action, LEAVES[action]);
  };
  const clear = () => {
    const row = current();
    if (row !== null && row.status !== "none") take(row, "none", null);
  };
  /** Skips an image that has the status already. */
  const repeat = () => {
    const row = current();
    const step = latest.current;
    if (row === null || step === null || !mayAct) return;
    take(row, step.status, step.status === "none" ? null : LEAVES[step.status]);
  };
  const goBack = async (
    step: () => Promise<readonly string[]>,
    wordsFor: (insight: string, others: number) => string,
  ) => {
    setUndone(null);
    const ids = await step();
    const [first] = ids;
    if (first === undefined) return;
    cursor?.find(ids);
    // Named, because the image may not be in this set.
    const row = await insights.insight(first).catch(() => null);
    setUndone(
      wordsFor(
        row === null ? first : words.imageOf(readableName(row.className), row.displayName),
        ids.length - 1,
      ),
    );
  };
  return {
    ...review,
    last,
    /** The words for the last undo or redo, until the next step. */
    undone,
    said: undone !== null && review.capped === null ? undone : review.said,
    takeAction: act,
    clear,
    repeat,
    goUndo: () => void goBack(review.undo, words.undone),
    goRedo: () => void goBack(review.redo, words.redone),
  };
}
