import type { Locks } from "../platform/locks.ts";
import { FencedError } from "../storage/mirror-storage.ts";
import type { WakeUp } from "./wake-up.ts";

/** How long a tab that was overtaken leaves the lead to the other. */
const STAND_DOWN_MS = 60_000;

export interface LeadershipParts {
  locks: Locks;
  lockName: string;
  wakeUp: WakeUp;
  signal: AbortSignal;
  /** Watches the tab that leads while this one waits; calls back once when that stands still. Returns the way to stop. */
  watch: (onSilent: () => void) => () => void;
  /** Runs while this tab leads, until the signal; rejects with FencedError when another has overtaken it. */
  lead: (signal: AbortSignal) => Promise<void>;
}

/**
 * One tab of a person leads: it alone pulls and pushes. The browser hands the lead on when that tab closes or
 * dies; from one that stands still (frozen, or stopped by the system) a follower takes it.
 *
 * Why what the frozen one still does is harmless: each lead takes a new epoch in the mirror, in the transaction
 * before its first write, and every write to the mirror names the writer's epoch in its own transaction, so late
 * ones are refused. What it sends carries the batch's own key, which the server does once. The loss of the lock
 * ends its loops as soon as it runs again.
 */
export async function keepLeading(parts: LeadershipParts): Promise<void> {
  const { wakeUp, signal } = parts;
  while (!signal.aborted) {
    try {
      await leadOnce(parts);
    } catch (error) {
      if (signal.aborted) return;
      // The lead itself could not begin (the mirror would not open) or was taken: the same pause serves both.
      await wakeUp.wait(error instanceof FencedError ? STAND_DOWN_MS : STAND_DOWN_MS / 2, signal);
    }
  }
}

/** Waits for the lead or takes it, and leads until the end; then nothing of it runs any more. */
async function leadOnce({ locks, lockName, signal, watch, lead }: LeadershipParts): Promise<void> {
  const term = new AbortController();
  const waiting = new AbortController();
  const end = () => {
    term.abort();
    waiting.abort(signal.reason);
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  let silent = false;
  let led: Promise<void> = Promise.resolve();
  const stopWatch = watch(() => {
    silent = true;
    waiting.abort();
  });
  const work = () => {
    stopWatch();
    led = lead(term.signal);
    return led;
  };
  try {
    await locks.hold(lockName, work, waiting.signal).catch((error: unknown) => {
      if (!silent || signal.aborted) throw error;
      return locks.take(lockName, work);
    });
  } finally {
    stopWatch();
    signal.removeEventListener("abort", end);
    // Where the lock was taken away, the loops under it still run.
    term.abort();
    await led.catch(() => undefined);
  }
}
