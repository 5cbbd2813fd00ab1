import { systemTimers } from "../platform/timers.ts";
import { openMirrorStorage } from "../storage/mirror-storage.ts";
import { serveInsights } from "./serve-insights.ts";
import type { FromWorker, ToWorker } from "./worker-protocol.ts";

/** The part of a dedicated worker's global scope that is used; the page's types do not have it. */
interface WorkerScope {
  postMessage(message: FromWorker): void;
  addEventListener(type: "message", hear: (event: MessageEvent<ToWorker>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

serveInsights(
  {
    post: (message) => scope.postMessage(message),
    listen: (hear) => scope.addEventListener("message", (event) => hear(event.data)),
  },
  { openSource: openMirrorStorage, timers: systemTimers },
);
