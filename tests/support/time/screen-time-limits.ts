import { WAIT } from "./time-limits.ts";

// Testing Library's own time limit is one second. Files without a document do not need it.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: WAIT.timeout });
}
