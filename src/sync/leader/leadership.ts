import type { Locks } from "../../platform/locks.ts";
import { FencedError } from "../../storage/mirror/fenced-error.ts";
import type { WakeUp } from "../connection/wake-up.ts";

/** How long a tab that was overtaken leaves the lead to the other. */
const STAND_DOWN_MS = 60_000;

export interface LeadershipParts {
  locks: Locks;
  lockName: string;
  wakeUp: WakeUp;
  signal: AbortSignal;
  /**
   * Watches the leading tab while this one waits; calls back once where it does not answer. Returns the function that
   * stops it.
   */
  watch: (onUnanswered: () => void) => () => void;
  /** Runs while this tab leads, until the signal; rejects with FencedError when another has overtaken it. */
  lead: (signal: AbortSignal) => Promise<void>;
}

/**
 * One tab of a person leads: it alone pulls and pushes. The browser hands the lead on when that tab closes or
 * terminates; from one that is frozen (or stopped by the system) a follower takes it.
 *
 * Why what the frozen one still does is harmless: each lead takes a new epoch in the mirror, in the transaction
 * before its first write, and every write to the mirror names the writer's epoch in its own transaction, so late
 * ones are refused. A batch that it sends carries its own key, which the server does once. The loss of the lock
 * ends its loops as soon as it runs again.
 */
export async function keepLeading(parts: LeadershipParts): Promise<void> {
  const { wakeUp, signal } = parts;
  while (!signal.aborted) {
    try {
      await leadOnce(parts);
    } catch (error) {
      if (signal.aborted) return;
      // Either another tab took the lead, or it could not begin because the mirror did not open.
      await wakeUp.wait(error instanceof FencedError ? STAND_DOWN_MS : STAND_DOWN_MS / 2, signal);
    }
  }
}

/** Waits for the lead or takes it, and leads until the end; then nothing of it runs any more. */
async function leadOnce({ locks, lockName, signal, watch, lead }: LeadershipParts): Promise<void> {
  const ended = new AbortController();
  const unanswered = new AbortController();
  let led: Promise<void> = Promise.resolve();
  const stopWatch = watch(() => unanswered.abort());
  const work = () => {
    stopWatch();
    led = lead(AbortSignal.any([signal, ended.signal]));
    return led;
  };
  try {
    await locks.hold(lockName, work, AbortSignal.any([signal, unanswered.signal])).catch((error: unknown) => {
      if (!unanswered.signal.aborted || signal.aborted) throw error;
      return locks.take(lockName, work);
    });
  } finally {
    stopWatch();
    // Where another tab took the lock, the loops under it still run.
    ended.abort();
    await led.catch(() => undefined);
  }
}
