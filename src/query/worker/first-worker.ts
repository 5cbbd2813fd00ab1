import type { FromWorker } from "./worker-protocol.ts";

/** A worker that public/first-parts.js has started, before the app's own scripts were here. */
export interface FirstWorker {
  worker: Worker;
  /** The name of the lock that it holds. */
  name: string;
  /** Messages received before the takeover; "broken" after an error event. */
  messages: (FromWorker | "broken")[];
}

/** Takes the worker over; null where none was started, or it is taken already. */
export function takeFirstWorker(): FirstWorker | null {
  const page = globalThis as { firstWorker?: FirstWorker | null };
  const first = page.firstWorker ?? null;
  page.firstWorker = null;
  return first;
}
