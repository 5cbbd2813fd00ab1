/**
 * Locks between the tabs of one origin. A lock is held until `work` settles and is freed by the browser when its
 * tab dies.
 */
export interface Locks {
  /**
   * Waits for the lock, then runs `work` under it. An abort while waiting rejects with the signal's reason; it
   * does not touch `work` once that runs.
   */
  hold<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** The browser's Web Locks where it has them (secure contexts), else locks within this tab alone. */
export function browserLocks(): Locks {
  if (typeof navigator === "undefined" || navigator.locks === undefined) return createTabLocks();
  return {
    async hold(name, work, signal) {
      return await navigator.locks.request(name, signal === undefined ? {} : { signal }, work);
    },
  };
}

/** First come, first served, within whoever shares the answer: one tab, or the tabs of a test. */
export function createTabLocks(): Locks {
  const tails = new Map<string, Promise<void>>();
  return {
    async hold(name, work, signal) {
      signal?.throwIfAborted();
      const before = tails.get(name) ?? Promise.resolve();
      let free = () => {};
      const held = new Promise<void>((resolve) => {
        free = resolve;
      });
      tails.set(
        name,
        before.then(() => held),
      );
      try {
        await orAborted(before, signal);
        return await work();
      } finally {
        free();
      }
    },
  };
}

async function orAborted(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return wait;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([wait, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
