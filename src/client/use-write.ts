import { useEffect, useRef, useState } from "react";
import { type HttpOutcome, isUnanswered } from "../platform/http.ts";
import { callProblem } from "./call-problem.ts";
import { useServices } from "./services.tsx";

type Failed = Exclude<HttpOutcome<unknown>, { kind: "answer" }>;

/**
 * One write of a form at a time: whether it is on its way, and why it was not done. Afterwards the mirror is brought
 * up to date, also without an answer: the write may have come through.
 */
export function useWrite(problemOf: (failed: Failed) => string = callProblem) {
  const { sync } = useServices();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return {
    busy,
    problem,
    setProblem,
    /**
     * @param pulls "after": does not wait until the mirror has the change, for a write that closes its form
     * @returns what was answered; null where it was not done, or the form was closed
     */
    async run<T>(
      write: () => Promise<HttpOutcome<T>>,
      pulls: "before" | "after" = "before",
    ): Promise<{ value: T } | null> {
      setBusy(true);
      setProblem(null);
      const outcome = await write();
      if (outcome.kind === "answer" || isUnanswered(outcome)) {
        const pulled = sync.pullNow().catch(() => undefined);
        if (pulls === "before") await pulled;
      }
      if (!here.current) return null;
      setBusy(false);
      if (outcome.kind === "answer") return { value: outcome.value };
      setProblem(problemOf(outcome));
      return null;
    },
  };
}
