import { systemTimers } from "../platform/timers.ts";
import { openMirrorStorage } from "../storage/mirror-storage.ts";
import { serveInsights } from "./serve-insights.ts";
import type { FromWorker, ToWorker } from "./worker-protocol.ts";

/** The part of a dedicated worker's global scope that is used; the page's types do not have it. */
interface WorkerScope {
  name: string;
  postMessage(message: FromWorker): void;
  addEventListener(type: "message", hear: (event: MessageEvent<ToWorker>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

// A dead worker says nothing of its death; the lock that it held does.
void navigator.locks?.request(scope.name, () => {
  scope.postMessage({ kind: "held" });
  return new Promise(() => {});
});

const { port1: heard, port2: sent } = new MessageChannel();
const heardAgain: (() => void)[] = [];
heard.onmessage = () => heardAgain.shift()?.();

serveInsights(
  {
    post: (message) => scope.postMessage(message),
    listen: (hear) => scope.addEventListener("message", (event) => hear(event.data)),
  },
  {
    openSource: openMirrorStorage,
    timers: systemTimers,
    // To the end of what waits to be heard, which a timer of 0 ms is not when there are many.
    pause: () =>
      new Promise((resolve) => {
        heardAgain.push(resolve);
        sent.postMessage(null);
      }),
  },
);
