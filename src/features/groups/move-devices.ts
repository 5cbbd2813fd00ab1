import { callProblem } from "../../client/call-problem.ts";
import { type HttpOutcome, isUnanswered } from "../../platform/http.ts";

/** Parallel calls, so that latency is not paid for each device. */
const AT_ONCE = 4;

interface Move {
  deviceIds: readonly string[];
  call(deviceId: string): Promise<HttpOutcome<unknown>>;
  onProgress(done: number): void;
  signal: AbortSignal;
}

export interface Moved {
  done: number;
  /** The first problem; null where all are done or the person stopped. */
  problem: string | null;
}

/** Moves each device by one call. A refusal skips the device; a call without an answer stops the rest. */
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
      if (isUnanswered(outcome) || [401, 429].includes(outcome.status)) silent = true;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, problem };
}

/**
 * A device that has left the group, or a group that is gone, counts as done: an earlier call may have lost its answer.
 */
export function goneIsDone(outcome: HttpOutcome<unknown>): HttpOutcome<unknown> {
  const out = outcome.kind === "refusal" && outcome.status === 404;
  return out ? { kind: "answer", value: null, protocol: outcome.protocol } : outcome;
}
