import { insightsMessages } from "../../../messages/insights/insights.ts";
import { dismissToast, showToast } from "../../../state/toast-store.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";

const UNDO_OFFER_MS = 10_000;

/**
 * Offers to undo the step that has just emptied the list, on every screen and above every sheet. The offer ends with
 * the next step: its Undo would take back that one instead.
 */
export function offerUndo(outbox: ReviewOutbox, message: string): void {
  const id = showToast({
    message,
    durationMs: UNDO_OFFER_MS,
    action: { label: insightsMessages.unsaved.undo, run: () => void outbox.undo() },
  });
  const unsubscribe = outbox.subscribe(() => {
    const { unsaved, canRedo } = outbox.getState();
    if (unsaved.length === 0 && !canRedo) return;
    unsubscribe();
    dismissToast(id);
  });
}
