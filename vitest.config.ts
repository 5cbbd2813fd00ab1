import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { WAIT } from "./tests/support/time/time-limits.ts";

// On the build machine one failed attempt is repeated, and scripts/count-results.mjs names each test that
// needed it; by hand the first failure counts.
const common = {
  // vitest leaves one processor of two idle by itself.
  maxWorkers: "100%",
  expect: { poll: WAIT },
  retry: process.env.CI === "true" ? 1 : 0,
};

// Files of one worker share its modules: the server's libraries take seconds to load, for each file anew a third of
// all processor time. No file of these kinds replaces a module or a global.
const SHARED_MODULES = { pool: "forks", isolate: false } as const;

/** Unit tests without a document, a stand-in for a module, which one of the server's has, or a replaced global. */
const PLAIN_UNITS = [
  "tests/unit/{domain,formats,messages,platform,protocol,simulator}/**/*.test.ts",
  "tests/unit/server/**/!(disk-probe).test.ts",
];

/**
 * Four kinds of tests (unit is two projects), and a fifth that needs other browsers. `npm test` runs the four one after the other (scripts/test.mjs) and leaves the results
 * of each in test-results/<name>.json; `npx vitest run tests/unit/domain` runs a part by hand.
 *
 * Files run in Node; one that needs a document says so in its first line: // @vitest-environment jsdom
 */
export default defineConfig({
  test: {
    // Where many tests fail, most wait for their time limits: a run that is cut off would name none of them.
    bail: process.env.CI === "true" ? 12 : 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          ...SHARED_MODULES,
          name: "unit-shared",
          include: PLAIN_UNITS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          exclude: PLAIN_UNITS,
          setupFiles: ["tests/support/time/screen-time-limits.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // One suite over every implementation of a port: each database, each photo store.
        test: {
          ...common,
          ...SHARED_MODULES,
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          ...common,
          ...SHARED_MODULES,
          name: "integration",
          include: ["tests/integration/**/*.test.{ts,tsx}"],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        // A real browser: three files at a time, since a file keeps half a processor waiting. Files of one worker share its modules and its Chromium
        // (tests/support/browser/stage.ts); each has a server and browser profiles of its own.
        test: {
          ...common,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          pool: "forks",
          isolate: false,
          maxWorkers: 3,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Firefox and WebKit, as far as they are installed; `npm run other-browsers`, and no part of `npm test`.
        test: {
          ...common,
          name: "other-browsers",
          include: ["tests/other-browsers/**/*.test.ts"],
          pool: "forks",
          maxWorkers: 1,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
