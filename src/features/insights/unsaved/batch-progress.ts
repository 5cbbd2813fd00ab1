import type { BatchState } from "../../../domain/outbox/projection.ts";

/** Progress of the batches since the queue was last empty. */
export interface BatchProgress {
  done: number;
  total: number;
  left: number;
}

/** Up to this many batches have a line each. */
const FEW = 3;

/** Null for few batches. Kept until the queue is empty, so that the layout does not jump. */
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
