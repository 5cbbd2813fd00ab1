import type { BatchState } from "../../../domain/outbox/projection.ts";

/** How far the batches have come that went out since the queue was empty last. */
export interface BatchProgress {
  /** Batches that the server has done. */
  done: number;
  total: number;
  /** Actions that it has not done. */
  left: number;
}

/** So many batches are still told one by one. */
const FEW = 3;

/** Null where there are few enough to tell each. Stays as it is until the queue is empty, so that nothing jumps. */
export function batchProgress(batches: readonly BatchState[]): BatchProgress | null {
  const total = batches.at(-1)?.position ?? 0;
  if (total <= FEW) return null;
  const open = batches.filter(({ phase }) => phase !== "confirming");
  return {
    done: (open[0]?.position ?? total + 1) - 1,
    total,
    left: open.reduce((sum, { count }) => sum + count, 0),
  };
}
