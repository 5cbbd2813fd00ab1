import { randomIds } from "../platform/random-ids.ts";
import type { StartedWorker, WorkerEvents } from "./worker-insight-view.ts";
import type { FromWorker } from "./worker-protocol.ts";

/** Starts the browser's worker. @throws where there are no workers, or the browser refuses one */
export function startInsightWorker({ onMessage, onBroken }: WorkerEvents): StartedWorker {
  const name = `insights-${randomIds.uuid()}`;
  const worker = new Worker(new URL("./insight-worker.ts", import.meta.url), { type: "module", name });
  const stopped = new AbortController();
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    onMessage(data);
    if (data.kind !== "held") return;
    // It is handed to us at the worker's end, however that comes about.
    navigator.locks.request(name, { signal: stopped.signal }, () => onBroken()).catch(() => undefined);
  };
  worker.onerror = () => onBroken();
  worker.onmessageerror = () => onBroken();
  return {
    post: (message) => worker.postMessage(message),
    stop() {
      stopped.abort();
      worker.terminate();
    },
  };
}
