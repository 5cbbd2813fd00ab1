import type { User } from "../protocol/shapes.ts";
import type { SessionStoreApi } from "../state/session-store.ts";

/** Longer than this nobody looks at an empty page. */
const PATIENCE_MS = 700;

/**
 * Waits until it is known who is signed in, as this device remembers in a moment, until their screen is here, and until
 * it has what it shows first: to draw a notice of waiting for so short a time costs a slow phone more than it says.
 * Resolves after 700 ms all the same.
 *
 * @param begun resolves when the screen is here
 * @param prepare reads what it shows first, for who is signed in
 */
export async function whenReady(
  session: SessionStoreApi,
  begun: Promise<void>,
  prepare: (user: User) => Promise<void>,
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  const tooLate = new Promise<void>((resolve) => {
    late.signal.addEventListener("abort", () => resolve());
  });
  const prepared = untilKnown(session, late.signal).then(async () => {
    const known = session.getState().session;
    // Whoever draws it meets what fails here.
    if (known.phase === "signedIn" && !late.signal.aborted) await prepare(known.user).catch(() => undefined);
  });
  await Promise.race([Promise.all([prepared, begun]), tooLate]);
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
