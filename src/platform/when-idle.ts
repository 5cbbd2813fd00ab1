/** At the latest after so long, however busy the page is. */
const WITHIN_MS = 1_000;

/** Resolves when the page has nothing more urgent to do; at once where the runtime does not tell (Safari, Node). */
export function whenIdle(): Promise<void> {
  if (typeof requestIdleCallback === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: WITHIN_MS });
  });
}
