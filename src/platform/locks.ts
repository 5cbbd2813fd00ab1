/**
 * Locks between the tabs of one origin. A lock is held until `work` settles and is freed by the browser when its
 * tab terminates.
 */
export interface Locks {
  /**
   * Waits for the lock, then runs `work` under it. An abort while waiting rejects with the signal's reason; it
   * does not touch `work` once that runs.
   */
  hold<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Takes the lock at once from whoever holds it, whose `hold` or `take` rejects while its work runs on; for a
   * holder that is frozen.
   */
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The browser's Web Locks where it has them (secure contexts), else locks within this tab alone. */
export function browserLocks(): Locks {
  if (typeof navigator === "undefined" || navigator.locks === undefined) return createTabLocks();
  return {
    async hold(name, work, signal) {
      return await navigator.locks.request(name, signal === undefined ? {} : { signal }, work);
    },
    async take(name, work) {
      return await navigator.locks.request(name, { steal: true }, work);
    },
  };
}

/** Granted in order of request, among those that share the returned object: one tab, or the tabs of a test. */
export function createTabLocks(): Locks {
  const queues = new Map<string, Waiting[]>();
  const holders = new Map<string, { rob: () => void }>();

  const run = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    let rob = () => {};
    const robbed = new Promise<never>((_, reject) => {
      rob = () => reject(new DOMException("The lock was taken by another.", "AbortError"));
    });
    const holder = { rob };
    holders.set(name, holder);
    try {
      return await Promise.race([robbed, work()]);
    } finally {
      if (holders.get(name) === holder) {
        const next = queues.get(name)?.shift();
        // Handed over directly: a lock that is free in between could be taken past the queue.
        if (next === undefined) holders.delete(name);
        else holders.set(name, { rob: () => {} });
        next?.grant();
      }
    }
  };

  return {
    async hold(name, work, signal) {
      signal?.throwIfAborted();
      if (holders.has(name)) await turn(queues, name, signal);
      return await run(name, work);
    },
    take(name, work) {
      holders.get(name)?.rob();
      return run(name, work);
    },
  };
}

interface Waiting {
  grant(): void;
}

/** Waits in the queue until the lock is handed on. */
async function turn(
  queues: Map<string, Waiting[]>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const queue = queues.get(name) ?? [];
  queues.set(name, queue);
  let leave = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const waiting = { grant: () => resolve() };
      queue.push(waiting);
      leave = () => {
        const place = queue.indexOf(waiting);
        if (place !== -1) queue.splice(place, 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
    });
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}
