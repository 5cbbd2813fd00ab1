/** How simulated time passes for those who watch. */
export interface Pace {
  /** Waits until so much simulated time may have passed. */
  until(elapsedMs: number): Promise<void>;
  /** Waits for so long in the watchers' own time, as a server asked. */
  rest(ms: number): Promise<void>;
}

/** @param speed how much faster than life; 0 is without any wait between two events */
export function paceOf(speed: number, signal?: AbortSignal): Pace {
  const beganMs = performance.now();
  return {
    async until(elapsedMs) {
      if (speed === 0) return;
      await sleep(beganMs + elapsedMs / speed - performance.now(), signal);
    },
    rest: (ms) => sleep(ms, signal),
  };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
