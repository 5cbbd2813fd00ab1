/** Waiting, so that tests decide how long it takes. */
export interface Timers {
  /** Calls `callback` once after `delayMs`; returns the function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
