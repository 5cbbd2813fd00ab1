import type { SessionStoreApi } from "../state/session-store.ts";

/** Longer than this nobody looks at an empty page. */
const PATIENCE_MS = 150;

/**
 * Waits until it is known who is signed in, as this device remembers in a moment: to draw a notice of waiting for so
 * short a time costs a slow phone more than it says. Resolves after 150 ms all the same.
 */
export function whenKnown(session: SessionStoreApi): Promise<void> {
  if (session.getState().session.phase !== "starting") return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      stop();
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(done, PATIENCE_MS);
    const stop = session.subscribe(({ session: { phase } }) => {
      if (phase !== "starting") done();
    });
  });
}
