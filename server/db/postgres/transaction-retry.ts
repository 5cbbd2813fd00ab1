/** SQLSTATE of a serialization failure and of a deadlock. PostgreSQL has rolled the whole transaction back. */
const RETRIED_CODES = new Set(["40001", "40P01"]);
const ATTEMPTS = 6;
const FIRST_WAIT_MS = 20;

/** Randomness and time of the waits between attempts. */
export interface RetryTiming {
  /** At least 0, below 1. */
  random(): number;
  wait(ms: number): Promise<unknown>;
}

/**
 * Runs a whole transaction again where it lost against another one, at most five times. The waits double and are
 * random, so that two transactions that met once do not meet again.
 *
 * @throws what the last attempt threw; any other error at once
 */
export async function withRetries<T>(attempt: () => Promise<T>, { random, wait }: RetryTiming): Promise<T> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failed === ATTEMPTS || !lostAgainstAnother(error)) throw error;
      await wait(FIRST_WAIT_MS * 2 ** (failed - 1) * (0.5 + random() / 2));
    }
  }
}

function lostAgainstAnother(error: unknown): boolean {
  return error instanceof Error && "code" in error && RETRIED_CODES.has(String(error.code));
}
