import { defineConfig } from "vitest/config";

/**
 * Four kinds of tests. `npm test` runs them one after the other (scripts/test.mjs) and leaves the results
 * of each in test-results/<name>.json; `npx vitest run tests/unit/domain` runs a part by hand.
 *
 * Files run in Node; one that needs a document says so in its first line: // @vitest-environment jsdom
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
      {
        // One suite over every implementation of a port: each database, each photo store.
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.{ts,tsx}"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // A real browser: one file at a time, so that no two of them fight for the processor.
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
