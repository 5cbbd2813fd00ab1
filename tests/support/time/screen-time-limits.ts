import { WAIT } from "./time-limits.ts";

// Testing Library gives up after one second by itself. Files that run without a document do not need it.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: WAIT.timeout });
}
