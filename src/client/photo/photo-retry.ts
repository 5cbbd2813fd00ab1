/** A server that restarts is back by then. */
const RETRY_MS = 15_000;
/** For a server that refuses, or a connection that is too slow. */
const RETRY_MOST_MS = 240_000;

/**
 * The pause in ms before a picture that did not come is requested again while online; it doubles with each failure.
 *
 * @param failures of this picture so far, at least 1
 */
export function photoRetryMs(failures: number): number {
  return Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MOST_MS);
}
