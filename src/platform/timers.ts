/** Waiting, so that tests decide how long it takes. */
export interface Timers {
  /** Calls `callback` once after `delayMs`; returns the function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** Milliseconds since a moment of this page's own: unlike the time of day it goes on when the device's clock is set. */
  elapsedMs(): number;
}

export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  elapsedMs: () => performance.now(),
};
