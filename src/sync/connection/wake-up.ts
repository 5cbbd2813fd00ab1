import type { Timers } from "../../platform/timers.ts";

/** A wait that ends when its time is up, on a wake-up, or with its signal. */
export interface WakeUp {
  /** Resolves at once where `wake` was called since the last wait. @param delayMs Infinity: only when woken */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createWakeUp(timers: Timers): WakeUp {
  let woken = false;
  let finish: (() => void) | null = null;
  return {
    wake() {
      woken = true;
      finish?.();
    },
    async wait(delayMs, signal) {
      if (!woken && !signal.aborted && delayMs > 0) {
        let callOff = () => {};
        let end = () => {};
        await new Promise<void>((resolve) => {
          if (Number.isFinite(delayMs)) callOff = timers.after(delayMs, resolve);
          end = () => resolve();
          finish = end;
          signal.addEventListener("abort", end);
        });
        callOff();
        signal.removeEventListener("abort", end);
      }
      finish = null;
      woken = false;
    },
  };
}
