import type { SessionStoreApi } from "../state/session-store.ts";

/** Longer than this nobody looks at an empty page. */
const PATIENCE_MS = 200;

/**
 * Waits until it is known who is signed in, as this device remembers in a moment, and until their screen is here: to
 * draw a notice of waiting for so short a time costs a slow phone more than it says. Resolves after 200 ms all the same.
 *
 * @param begun resolves when the screen is here
 */
export async function whenReady(session: SessionStoreApi, begun: Promise<void>): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  const tooLate = new Promise<void>((resolve) => {
    late.signal.addEventListener("abort", () => resolve());
  });
  await Promise.race([Promise.all([untilKnown(session, late.signal), begun]), tooLate]);
  clearTimeout(timer);
}

function isKnown(session: SessionStoreApi): boolean {
  return session.getState().session.phase !== "starting";
}

function untilKnown(session: SessionStoreApi, late: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isKnown(session)) return resolve();
    const stop = session.subscribe(() => {
      if (!isKnown(session)) return;
      stop();
      resolve();
    });
    late.addEventListener("abort", stop);
  });
}
