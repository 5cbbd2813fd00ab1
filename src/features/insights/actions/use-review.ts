import { useCallback, useEffect, useRef, useState } from "react";
import type { InsightStatus } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { statusForRows, targetsOf } from "./action-plan.ts";
import { offerUndo } from "./offer-undo.ts";
import type { Review } from "./review.ts";
import { actOnRows, removeActions, undoOrRedo } from "./review-actions.ts";
import { useCapOffer } from "./use-cap-offer.ts";

const { live } = insightsMessages;

/** The steps of a reviewer: each is stored first, then shown, and its outcome announced. */
export function useReview(outbox: ReviewOutbox, mayAct: boolean): Review {
  const [said, setSaid] = useState("");
  /** The batch of the last Save, until its state changes. */
  const [queued, setQueued] = useState<string | null>(null);
  const { capped, offer, settle } = useCapOffer();
  const lastStatus = useRef<InsightStatus | null>(null);
  const [failed, setFailed] = useState(false);

  // Screen readers announce a sentence again only if the text differs, so a blank is added.
  const say = useCallback((text: string) => {
    setQueued(null);
    setSaid((before) => (before === text ? `${text}\u00a0` : text));
  }, []);
  // When the batch leaves the queue its own line shows its state: "queued" must not be read beside it.
  useEffect(() => {
    if (queued === null) return;
    return outbox.subscribe(() => {
      const batch = outbox.getState().batches.find(({ batchId }) => batchId === queued);
      if (batch?.phase === "sealed") return;
      setQueued(null);
      setSaid((now) => (now === said ? "" : now));
    });
  }, [outbox, queued, said]);
  const attempt = useCallback(
    async <Answer>(step: () => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
      try {
        const answer = await step();
        setFailed(false);
        return answer;
      } catch {
        setFailed(true);
        return otherwise;
      }
    },
    [],
  );

  const act = useCallback<Review["act"]>(
    (rows, action) =>
      attempt(async () => {
        if (!mayAct || rows.length === 0) return false;
        const status = typeof action === "string" ? statusForRows(rows, action) : action.status;
        lastStatus.current = status;
        const outcome = await actOnRows(outbox, rows, status);
        say(outcome.said);
        settle(outcome.capped, outcome.taken ? targetsOf(rows).map(({ insightId }) => insightId) : []);
        return outcome.taken;
      }, false),
    [outbox, mayAct, attempt, say, settle],
  );

  const step = (event: "undo" | "redo") =>
    attempt(async () => {
      if (!mayAct) return [];
      const { insightIds, said, capped } = await undoOrRedo(outbox, event);
      if (said !== "") say(said);
      settle(capped, insightIds);
      return insightIds;
    }, []);

  return {
    said,
    capped,
    lastStatus: () => lastStatus.current,
    note: (status) => {
      lastStatus.current = status;
    },
    failed,
    act,
    undo: () => step("undo"),
    redo: () => step("redo"),
    cancelAll: () =>
      void attempt(async () => {
        const count = outbox.getState().unsaved.length;
        await outbox.cancelAll();
        if (outbox.getState().unsaved.length > 0) return;
        offer(null);
        say(live.cancelled);
        offerUndo(outbox, live.cancelledCount(count));
      }, undefined),
    remove: (actions) =>
      void attempt(async () => {
        await removeActions(outbox, actions);
        say(insightsMessages.unsaved.removed(actions.length));
      }, undefined),
    save: () =>
      void attempt(async () => {
        // Actions that could not be stored, or did not fit the batch, are still in the list.
        const count = await outbox.save();
        if (count === 0) return;
        say(live.saved(count));
        setQueued(outbox.getState().batches.at(-1)?.batchId ?? null);
      }, undefined),
    continuePastCap: () =>
      void attempt(async () => {
        if (capped === null) return;
        offer(null);
        say(await capped.goOn());
      }, undefined),
    leaveCapped: () => offer(null),
  };
}
