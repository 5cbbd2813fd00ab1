import type { StoredBatch } from "../../domain/outbox/outbox-record.ts";
import type { Timers } from "../../platform/timers.ts";
import type { WakeUp } from "../connection/wake-up.ts";

export interface Waits {
  /** Starts the time of a batch when it is first seen. */
  start(batch: StoredBatch, ms: number): void;
  /** Forgets all other batches. */
  keep(batches: readonly StoredBatch[]): void;
  isOver(batch: StoredBatch): boolean;
  /** What is left of the time of a batch that was started. */
  leftMs(batch: StoredBatch): number;
  stop(): void;
}

/** Held batches, which can be taken back, and those that wait after a blocked bulk update. */
export interface Measured {
  holds: Waits;
  waits: Waits;
}

/**
 * Measures how long batches were seen. No deadline is stored, because the device's clock may be set: another tab that
 * takes the lead, and a page that starts again after a kill, wait anew for the whole time.
 */
export function measureWaits(timers: Timers, wakeUp: WakeUp): Waits {
  const cancels = new Map<string, () => void>();
  const over = new Set<string>();
  const ends = new Map<string, number>();
  return {
    start({ batchId }, ms) {
      if (cancels.has(batchId)) return;
      ends.set(batchId, timers.elapsedMs() + ms);
      const end = () => {
        over.add(batchId);
        wakeUp.wake();
      };
      cancels.set(batchId, timers.after(ms, end));
    },
    keep(batches) {
      const kept = new Set(batches.map(({ batchId }) => batchId));
      for (const [batchId, cancel] of cancels) {
        if (kept.has(batchId)) continue;
        cancel();
        cancels.delete(batchId);
        over.delete(batchId);
        ends.delete(batchId);
      }
    },
    isOver: ({ batchId }) => over.has(batchId),
    leftMs: ({ batchId }) => Math.max(0, (ends.get(batchId) ?? 0) - timers.elapsedMs()),
    stop() {
      for (const cancel of cancels.values()) cancel();
    },
  };
}
