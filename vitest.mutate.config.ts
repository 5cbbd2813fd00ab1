import { defineConfig } from "vitest/config";

/** The tests that scripts/mutate.mjs chose, in Node: globs of unit tests, separated by commas. */
export default defineConfig({
  test: {
    include: (process.env.MUTATE_TESTS ?? "tests/unit/**/*.test.ts").split(","),
    testTimeout: 60_000,
  },
});
