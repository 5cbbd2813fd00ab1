/**
 * How long a test waits for a condition. An upper bound, not an expectation: a shared machine may pause for seconds,
 * and a test that fails for that alone says nothing about the code.
 */
export const WAIT = { timeout: 45_000 };
