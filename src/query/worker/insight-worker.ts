import { systemTimers } from "../../platform/timers.ts";
import { openMirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import { serveInsights } from "./serve-insights.ts";
import type { FromWorker, ToWorker } from "./worker-protocol.ts";

/** The part of a dedicated worker's global scope that is used; the page's types do not have it. */
interface WorkerScope {
  name: string;
  postMessage(message: FromWorker): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

// A worker that terminates sends no message; the browser frees its lock, which the page waits for.
// Asked for in a microtask: the browser notes where in the script a lock is asked for, and to find a place in code that
// runs while the module is evaluated, it parses the whole module once more.
queueMicrotask(() => {
  void navigator.locks?.request(scope.name, () => {
    scope.postMessage({ kind: "held" });
    return new Promise(() => {});
  });
});

const { port1: received, port2: sent } = new MessageChannel();
const pauses: (() => void)[] = [];
received.onmessage = () => pauses.shift()?.();

serveInsights(
  {
    post: (message) => scope.postMessage(message),
    listen: (receive) => scope.addEventListener("message", (event) => receive(event.data)),
  },
  {
    openSource: openMirrorStorage,
    timers: systemTimers,
    // The worker's message to itself arrives after all that were sent before; a timer of 0 ms may fire before them.
    pause: () =>
      new Promise((resolve) => {
        pauses.push(resolve);
        sent.postMessage(null);
      }),
  },
);
