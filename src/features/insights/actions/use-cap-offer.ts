import { useCallback, useRef, useState } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { showToast } from "../../../state/toast-store.ts";
import type { CappedStep } from "./review-actions.ts";

const { lapsed } = insightsMessages.cap;

/**
 * The step that the cap refused, offered until the person answers. A save does not answer it: nothing of the step is
 * done then, and the words that the save has completed would pass for it.
 */
export function useCapOffer() {
  const [capped, setCapped] = useState<CappedStep | null>(null);
  // Steps follow each other faster than renders.
  const offered = useRef<CappedStep | null>(null);
  const offer = useCallback((step: CappedStep | null) => {
    offered.current = step;
    setCapped(step);
  }, []);
  /**
   * After a step: what it offers replaces the offer before.
   *
   * @param insightIds that the step changed
   */
  const settle = useCallback(
    (next: CappedStep | null, insightIds: readonly string[]) => {
      const before = offered.current;
      if (next !== null || before === null) return offer(next);
      if (insightIds.length === 0) return;
      if (before.event !== undefined) {
        // The next undo would take back this step instead.
        showToast({ message: lapsed[before.event](before.count) });
        return offer(null);
      }
      const changed = new Set(insightIds);
      if (before.insightIds.every((id) => changed.has(id))) offer(null);
    },
    [offer],
  );
  return { capped, offer, settle };
}
