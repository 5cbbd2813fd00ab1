import { callProblem } from "../../client/call-problem.ts";
import type { HttpOutcome } from "../../platform/http.ts";

/** Calls that are on their way together: enough that a slow link is not waited for each time. */
const AT_ONCE = 4;

interface Move {
  deviceIds: readonly string[];
  /** Puts one device in or takes it out. */
  call(deviceId: string): Promise<HttpOutcome<unknown>>;
  onProgress(done: number): void;
  signal: AbortSignal;
}

export interface Moved {
  done: number;
  /** What kept the others, the first of it; null where all are done or the person stopped it. */
  problem: string | null;
}

/**
 * Moves devices one call each, a few together. What is refused is left out and the others go on; where nobody answers
 * nothing more is begun.
 */
export async function moveDevices({ deviceIds, call, onProgress, signal }: Move): Promise<Moved> {
  let next = 0;
  let done = 0;
  let problem: string | null = null;
  let silent = false;
  const work = async () => {
    while (!silent && !signal.aborted) {
      const deviceId = deviceIds[next++];
      if (deviceId === undefined) return;
      const outcome = await call(deviceId);
      if (outcome.kind === "answer") {
        done += 1;
        onProgress(done);
        continue;
      }
      problem ??= callProblem(outcome);
      if (outcome.kind === "unreachable" || [401, 429].includes(outcome.status)) silent = true;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, problem };
}

/** What is not there any more, a device in its group or a group, is as it was wanted: so after a lost answer. */
export function goneIsDone(outcome: HttpOutcome<unknown>): HttpOutcome<unknown> {
  const out = outcome.kind === "refusal" && outcome.status === 404;
  return out ? { kind: "answer", value: null, protocol: outcome.protocol } : outcome;
}
