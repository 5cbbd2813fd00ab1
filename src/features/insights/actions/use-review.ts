import { useCallback, useEffect, useRef, useState } from "react";
import type { InsightStatus } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { statusForRows } from "./action-plan.ts";
import { offerUndo } from "./offer-undo.ts";
import type { Review } from "./review.ts";
import { actOnRows, removeActions, undoOrRedo } from "./review-actions.ts";
import { useCapOffer } from "./use-cap-offer.ts";

const { live } = insightsMessages;

/**
 * The steps of a reviewer: each is stored first, then shown, and its outcome announced.
 *
 * @param onContinue called when the person agrees to go past the cap
 */
export function useReview(outbox: ReviewOutbox, mayAct: boolean, onContinue?: () => void): Review {
  const [said, setSaid] = useState("");
  /** The batch of the last Save, until its state changes. */
  const [queued, setQueued] = useState<string | null>(null);
  const { capped, offer, take, settle } = useCapOffer(outbox);
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
        settle(outcome.capped, outcome.taken);
        return outcome.taken;
      }, false),
    [outbox, mayAct, attempt, say, settle],
  );

  const step = (event: "undo" | "redo") =>
    attempt(async () => {
      if (!mayAct) return [];
      const { insightIds, said, capped } = await undoOrRedo(outbox, event);
      if (said !== "") say(said);
      settle(capped, insightIds.length > 0);
      return insightIds;
    }, []);

  /** Resolves to the number of saved actions. */
  const save = () =>
    attempt(async () => {
      // Actions that could not be stored, or did not fit the batch, are still in the list.
      const count = await outbox.save();
      if (count === 0) return 0;
      say(live.saved(count));
      setQueued(outbox.getState().batches.at(-1)?.batchId ?? null);
      return count;
    }, 0);
  const continuePastCap = () =>
    attempt(async () => {
      if (capped === null || !take(capped)) return;
      onContinue?.();
      say(await capped.goOn());
    }, undefined);

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
    save: () => void save(),
    async saveOrContinue() {
      // Else the key was meant for the list, also where that is sealed by itself meanwhile.
      const isEmpty = outbox.getState().unsaved.length === 0;
      if ((await save()) === 0 && isEmpty) await continuePastCap();
    },
    continuePastCap: () => void continuePastCap(),
    leaveCapped: () => offer(null),
  };
}
