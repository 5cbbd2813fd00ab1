import type { StartedWorker, WorkerEvents } from "./worker-insight-view.ts";

/** Starts the browser's worker. @throws where there are no workers, or the browser refuses one */
export function startInsightWorker({ onMessage, onBroken }: WorkerEvents): StartedWorker {
  const worker = new Worker(new URL("./insight-worker.ts", import.meta.url), {
    type: "module",
    name: "insights",
  });
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = () => onBroken();
  worker.onmessageerror = () => onBroken();
  return {
    post: (message) => worker.postMessage(message),
    stop: () => worker.terminate(),
  };
}
