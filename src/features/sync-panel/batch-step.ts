import { BULK_STATUS } from "../../domain/bulk-update.ts";
import type { BatchState, OutboxState } from "../../domain/outbox/projection.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { durationWords } from "../../messages/time-words.ts";
import { serverErrorWait } from "../../parts/unsent-work.ts";
import type { SyncStatus } from "../../sync/sync-status.ts";

/** What a batch depends on beside its own state. */
export interface QueueAround extends Pick<OutboxState, "maySend"> {
  /** Of the first batch that is not done: what the queue waits for. */
  status: Pick<SyncStatus, "phase" | "queueWait"> | null;
  /** A batch before this one is not done. */
  isBehind: boolean;
  /** The rest of that wait. */
  leftMs: number | null;
  /** For what sealed work waits, as the chip's state has it. */
  waits: string;
}

const ALONE: QueueAround = {
  maySend: true,
  status: null,
  isBehind: false,
  leftMs: null,
  waits: SYNC.waits.unknown,
};

/**
 * The step of a batch: sealed, submitted, being processed, done. "Done" needs the server's word; the batch leaves the
 * list when the mirror shows its changes. `words` say what it waits for.
 */
export function batchStep(
  { phase, status }: Pick<BatchState, "phase" | "status">,
  around: Partial<QueueAround> = {},
): {
  step: 1 | 2 | 3 | 4;
  words: string;
  /** The words name a trouble, which counts for more than the server's last sentence. */
  isTrouble: boolean;
} {
  const { maySend, isBehind, waits, ...queue } = { ...ALONE, ...around };
  if (phase === "confirming") return { step: 4, words: SYNC_PANEL.stepWords.confirming, isTrouble: false };
  const step = phase !== "submitted" ? 1 : status === BULK_STATUS.processing ? 3 : 2;
  if (!maySend) return { step, words: SYNC_PANEL.stepWords.kept, isTrouble: true };
  const isFailing = queue.status !== null && serverErrorWait(queue.status) !== null;
  if (phase === "sending" && !isFailing) {
    return { step, words: SYNC_PANEL.stepWords.sending, isTrouble: false };
  }
  if (isBehind && step === 1) return { step, words: SYNC_PANEL.stepWords.behind, isTrouble: false };
  const trouble = waitWords(queue);
  if (trouble !== null) return { step, words: trouble, isTrouble: true };
  const { sealed, submitted, processing } = SYNC_PANEL.stepWords;
  return { step, words: { 1: sealed(waits), 2: submitted, 3: processing }[step], isTrouble: false };
}

/** What the queue waits for and how long, as a duration: the device's clock may be wrong. */
function waitWords({ status, leftMs }: Pick<QueueAround, "status" | "leftMs">): string | null {
  if (status === null) return null;
  if (status.phase === "signedOut") return SYNC_PANEL.signedOut;
  const { queueWait } = status;
  if (!queueWait) return null;
  const why = status.phase === "offline" && queueWait.why !== "held" ? "unreachable" : queueWait.why;
  const left = leftMs ? durationWords(leftMs) : null;
  return SYNC_PANEL.waitsFor(why, left);
}
