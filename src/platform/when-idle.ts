/** At the latest after so long, however busy the page is. */
const WITHIN_MS = 1_000;

/**
 * Resolves when the page has nothing more urgent to do; at once where the runtime has no idle callback (Safari, Node).
 */
export function whenIdle(): Promise<void> {
  if (typeof requestIdleCallback === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: WITHIN_MS });
  });
}
