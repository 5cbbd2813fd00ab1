/** The relation of simulated to real time. */
export interface Pace {
  /** Waits until simulated time may reach this moment. */
  until(elapsedMs: number): Promise<void>;
  /** Waits in real time, as a server asked. */
  rest(ms: number): Promise<void>;
}

/** @param speed simulated time by real time; 0: no waiting */
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
