import { useEffect, useRef } from "react";
import type { InsightOrder } from "../../../../query/insight-engine.ts";
import type { ReviewCursor } from "./review-cursor.ts";
import { leaveReview } from "./review-return.ts";

/** Leaves the place to the list when review mode closes, by its own button as by Back. */
export function useReturnToList(cursor: ReviewCursor | null, order: InsightOrder): void {
  const latest = useRef({ cursor, order });
  useEffect(() => {
    latest.current = { cursor, order };
  });
  useEffect(
    () => () => {
      const state = latest.current.cursor?.getState();
      const place = state && { index: state.index, insightId: state.row?.insightId ?? null };
      leaveReview(latest.current.order, place ?? null);
    },
    [],
  );
}
