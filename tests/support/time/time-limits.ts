/**
 * How long a test waits for what it awaits. A ceiling and no expectation: a machine that is shared may
 * stand still for seconds, and a test that fails for that alone says nothing about the code.
 */
export const WAIT = { timeout: 45_000 };
