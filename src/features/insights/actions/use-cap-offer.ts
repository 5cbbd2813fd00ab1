import { useCallback, useEffect, useRef, useState } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { showToast } from "../../../state/toast-store.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import type { CappedStep } from "./review-actions.ts";

const { lapsed } = insightsMessages.cap;

/**
 * The step that the cap refused, offered until the person answers. A save does not answer it: nothing of the step is
 * done then, and the words that the save has completed would pass for it.
 */
export function useCapOffer(outbox: Pick<ReviewOutbox, "subscribe">) {
  const [capped, setCapped] = useState<CappedStep | null>(null);
  // Steps follow each other faster than renders.
  const offered = useRef<CappedStep | null>(null);
  const offer = useCallback((step: CappedStep | null) => {
    offered.current = step;
    setCapped(step);
  }, []);
  /** Ends the offer that the person saw. Answers false where it has ended already, or another one has replaced it. */
  const take = useCallback(
    (seen: CappedStep) => {
      if (offered.current?.goOn !== seen.goOn) return false;
      offer(null);
      return true;
    },
    [offer],
  );
  /**
   * After a step: what it offers replaces the offer before.
   *
   * @param changed whether the step changed any insight
   */
  const settle = useCallback(
    (next: CappedStep | null, changed: boolean) => {
      const before = offered.current;
      if (next !== null || before === null) return offer(next);
      if (!changed || (before.step !== "undo" && before.step !== "redo")) return;
      // The next undo would take back this step instead.
      showToast({ message: lapsed[before.step](before.count) });
      offer(null);
    },
    [offer],
  );
  // What the person decides meanwhile is left out of the offered step.
  useEffect(() => {
    if (capped?.countUnchanged === undefined) return;
    const { countUnchanged } = capped;
    let isOffered = true;
    const recount = async () => {
      const count = await countUnchanged();
      if (!isOffered || offered.current !== capped || count === capped.count) return;
      offer(count === 0 ? null : { ...capped, count, decided: capped.count + capped.decided - count });
    };
    const unsubscribe = outbox.subscribe(() => void recount());
    void recount();
    return () => {
      isOffered = false;
      unsubscribe();
    };
  }, [capped, outbox, offer]);
  return { capped, offer, take, settle };
}
