import { BULK_STATUS } from "../../domain/bulk-update.ts";
import type { BatchState, OutboxState } from "../../domain/outbox/projection.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";

interface BatchFacts extends Pick<OutboxState, "maySend"> {
  /** For what sealed work waits, as the chip's state has it. */
  waits: string;
}

/**
 * The step of a batch: sealed, submitted, being processed, done. "Done" needs the server's word; the batch leaves the
 * list when the mirror shows its changes.
 */
export function batchStep(
  { phase, status }: Pick<BatchState, "phase" | "status">,
  { maySend, waits }: BatchFacts,
): {
  step: 1 | 2 | 3 | 4;
  words: string;
} {
  if (phase === "sealed" && !maySend) return { step: 1, words: SYNC_PANEL.stepWords.kept };
  if (phase === "sealed") return { step: 1, words: SYNC_PANEL.stepWords.sealed(waits) };
  if (phase === "sending") return { step: 1, words: SYNC_PANEL.stepWords.sending };
  if (phase === "confirming") return { step: 4, words: SYNC_PANEL.stepWords.confirming };
  return status === BULK_STATUS.processing
    ? { step: 3, words: SYNC_PANEL.stepWords.processing }
    : { step: 2, words: SYNC_PANEL.stepWords.submitted };
}
