import { useEffect, useRef } from "react";
import { returnFocusToButton } from "../review-button.tsx";
import type { ReviewCursor } from "./review-cursor.ts";
import { leaveReviewAt } from "./review-return.ts";

/** Leaves the place to the list when review mode closes, by its own button as by Back. */
export function useReturnToList(cursor: ReviewCursor | null): void {
  const latest = useRef(cursor);
  useEffect(() => {
    latest.current = cursor;
  });
  useEffect(
    () => () => {
      const state = latest.current?.getState();
      returnFocusToButton();
      if (state !== undefined) leaveReviewAt({ index: state.index, insightId: state.row?.insightId ?? null });
    },
    [],
  );
}
