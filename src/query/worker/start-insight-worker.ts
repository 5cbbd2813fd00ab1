import { randomIds } from "../../platform/random-ids.ts";
import type { StartedWorker, WorkerEvents } from "./worker-engine.ts";
import type { FromWorker } from "./worker-protocol.ts";

export interface InsightWorkers {
  /** Starts a worker before it is known whose insights it will hold, for the next `start` to take. */
  prefetch(): void;
  /** @throws where there are no workers, or the browser refuses one */
  start(events: WorkerEvents): StartedWorker;
}

/** The browser's workers. Starting one takes a slow phone a quarter of a second, in parallel to the page. */
export function browserInsightWorkers(): InsightWorkers {
  let prefetched: Connect | null = null;
  return {
    prefetch() {
      try {
        prefetched = startUnconnected();
      } catch {
        // `start` throws the same, and its caller has a fallback.
        prefetched = null;
      }
    },
    start(events) {
      const connect = prefetched ?? startUnconnected();
      prefetched = null;
      return connect(events);
    },
  };
}

type Connect = (events: WorkerEvents) => StartedWorker;

/** Starts a worker; its messages are buffered until it is connected. */
function startUnconnected(): Connect {
  const name = `insights-${randomIds.uuid()}`;
  const worker = new Worker(new URL("./insight-worker.ts", import.meta.url), { type: "module", name });
  const stopped = new AbortController();
  let buffered: (FromWorker | "broken")[] = [];
  let receive = (message: FromWorker | "broken"): void => void buffered.push(message);
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  worker.onerror = () => receive("broken");
  worker.onmessageerror = () => receive("broken");
  return ({ onMessage, onBroken }) => {
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
}
