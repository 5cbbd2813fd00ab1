import { BULK_STATUS } from "../../domain/bulk-update.ts";
import type { BatchState, OutboxState } from "../../domain/outbox/projection.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";

/**
 * Where a batch is, of four steps: sealed here, with the server, being processed, done. "Done" only when the
 * server has said so; the batch leaves the list when the mirror shows it.
 */
export function batchStep(
  { phase, status }: Pick<BatchState, "phase" | "status">,
  { maySend }: Pick<OutboxState, "maySend"> = { maySend: true },
): {
  step: 1 | 2 | 3 | 4;
  words: string;
} {
  if (phase === "sealed" && !maySend) return { step: 1, words: SYNC_PANEL.stepWords.kept };
  if (phase === "sealed") return { step: 1, words: SYNC_PANEL.stepWords.sealed };
  if (phase === "sending") return { step: 1, words: SYNC_PANEL.stepWords.sending };
  if (phase === "confirming") return { step: 4, words: SYNC_PANEL.stepWords.confirming };
  return status === BULK_STATUS.processing
    ? { step: 3, words: SYNC_PANEL.stepWords.processing }
    : { step: 2, words: SYNC_PANEL.stepWords.submitted };
}
