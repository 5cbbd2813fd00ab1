// `npm run mutate -- PATHS` (scripts/mutate.mjs) starts it; by itself it mutates nothing that a default would choose.
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutate.config.ts", related: false },
  plugins: ["@stryker-mutator/vitest-runner"],
  coverageAnalysis: "perTest",
  concurrency: 1,
  // The sandbox needs what the tsconfig files refer to; node_modules is linked into it.
  ignorePatterns: ["/data", "/dist", "/docs", "/public", "/test-results"],
  tempDirName: ".stryker-tmp",
  reporters: ["clear-text", "progress", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: "test-results/mutation.json" },
  thresholds: { high: 100, low: 95, break: 95 },
  // On a loaded machine a run of the tests takes many times as long as the first one did.
  timeoutMS: 30_000,
};
