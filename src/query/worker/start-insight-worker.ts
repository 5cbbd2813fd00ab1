import { randomIds } from "../../platform/random-ids.ts";
import { type FirstWorker, takeFirstWorker } from "./first-worker.ts";
import type { StartedWorker, WorkerEvents } from "./worker-engine.ts";
import type { FromWorker, Prefetch, ToWorker } from "./worker-protocol.ts";

export interface InsightWorkers {
  /**
   * Starts a worker for the next `start` to take, or takes over the one that the page has started. It reads the insights
   * of the person that this device remembers, if any, while the page still loads its code. The caller of `start` posts
   * `open` again, with the person who is signed in.
   */
  prefetch(first: { userId: number; prefetch: Prefetch } | null): void;
  /** @throws where there are no workers, or the browser refuses one */
  start(events: WorkerEvents): StartedWorker;
  /** Ends what was prefetched and not taken. */
  drop(): void;
}

/** The browser's workers. Starting one takes a slow phone a quarter of a second, in parallel to the page. */
export function browserInsightWorkers(): InsightWorkers {
  let prefetched: Unconnected | null = null;
  const drop = () => {
    takeFirstWorker()?.worker.terminate();
    prefetched?.worker.terminate();
    prefetched = null;
  };
  return {
    prefetch(first) {
      prefetched?.worker.terminate();
      prefetched = null;
      try {
        prefetched = startUnconnected(takeFirstWorker());
      } catch {
        // `start` throws the same, and its caller has a fallback.
        return;
      }
      if (first !== null) prefetched.worker.postMessage({ kind: "open", ...first } satisfies ToWorker);
    },
    start(events) {
      const { connect } = prefetched ?? startUnconnected(takeFirstWorker());
      prefetched = null;
      return connect(events);
    },
    drop,
  };
}

interface Unconnected {
  worker: Worker;
  connect(events: WorkerEvents): StartedWorker;
}

/** Starts a worker, unless the page has started this one; its messages are buffered until it is connected. */
function startUnconnected(first: FirstWorker | null = null): Unconnected {
  const name = first?.name ?? `insights-${randomIds.uuid()}`;
  const worker =
    first?.worker ?? new Worker(new URL("./insight-worker.ts", import.meta.url), { type: "module", name });
  const stopped = new AbortController();
  let buffered: (FromWorker | "broken")[] = first?.messages ?? [];
  let receive = (message: FromWorker | "broken"): void => void buffered.push(message);
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  worker.onerror = () => receive("broken");
  worker.onmessageerror = () => receive("broken");
  const connect: Unconnected["connect"] = ({ onMessage, onBroken }) => {
    receive = (message) => {
      if (message === "broken") return onBroken();
      onMessage(message);
      if (message.kind !== "held") return;
      // The worker holds this lock for life: acquiring it means that the worker has terminated.
      navigator.locks.request(name, { signal: stopped.signal }, () => onBroken()).catch(() => undefined);
    };
    const before = buffered;
    buffered = [];
    // Not synchronously: the caller gets the worker before its first event.
    queueMicrotask(() => {
      for (const message of before) receive(message);
    });
    return {
      post: (message) => worker.postMessage(message),
      stop() {
        stopped.abort();
        worker.terminate();
      },
    };
  };
  return { worker, connect };
}
