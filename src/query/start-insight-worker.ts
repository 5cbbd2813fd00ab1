import { randomIds } from "../platform/random-ids.ts";
import type { StartedWorker, WorkerEvents } from "./worker-insight-view.ts";
import type { FromWorker } from "./worker-protocol.ts";

export interface InsightWorkers {
  /** Starts one before it is known whose insights it will hold, for the next `start` to take. */
  warm(): void;
  /** @throws where there are no workers, or the browser refuses one */
  start(events: WorkerEvents): StartedWorker;
}

/** The browser's workers. A slow phone takes a quarter of a second to start one, and can do so beside the page. */
export function browserInsightWorkers(): InsightWorkers {
  let warm: ((events: WorkerEvents) => StartedWorker) | null = null;
  return {
    warm() {
      try {
        warm = startUnheard();
      } catch {
        // Whoever wants one meets the same, and has another way.
        warm = null;
      }
    },
    start(events) {
      const hear = warm ?? startUnheard();
      warm = null;
      return hear(events);
    },
  };
}

/** Starts a worker; what it says is kept until somebody listens. */
function startUnheard(): (events: WorkerEvents) => StartedWorker {
  const name = `insights-${randomIds.uuid()}`;
  const worker = new Worker(new URL("./insight-worker.ts", import.meta.url), { type: "module", name });
  const stopped = new AbortController();
  let said: (FromWorker | "broken")[] = [];
  let heard = (message: FromWorker | "broken"): void => void said.push(message);
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => heard(data);
  worker.onerror = () => heard("broken");
  worker.onmessageerror = () => heard("broken");
  return ({ onMessage, onBroken }) => {
    heard = (message) => {
      if (message === "broken") return onBroken();
      onMessage(message);
      if (message.kind !== "held") return;
      // It is handed to us at the worker's end, however that comes about.
      navigator.locks.request(name, { signal: stopped.signal }, () => onBroken()).catch(() => undefined);
    };
    const before = said;
    said = [];
    // Not at once: whoever starts a worker holds it before it hears of it.
    queueMicrotask(() => {
      for (const message of before) heard(message);
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
