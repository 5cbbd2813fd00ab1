import type { Locks } from "../platform/locks.ts";
import { FencedError } from "../storage/mirror-storage.ts";
import type { WakeUp } from "./wake-up.ts";

/** How long a tab that was overtaken leaves the lead to the other. */
const STAND_DOWN_MS = 60_000;

/**
 * One tab of a person leads: it alone pulls and pushes. The browser hands the lead on when that tab closes or
 * dies; each new lead takes a new epoch in the mirror, so that what an overtaken tab still writes is refused.
 *
 * @param lead runs while this tab leads, and rejects with FencedError when another has overtaken it
 */
export async function keepLeading(
  locks: Locks,
  lockName: string,
  wakeUp: WakeUp,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await locks.hold(lockName, () => lead(signal), signal);
    } catch (error) {
      if (signal.aborted) return;
      // The lead itself could not begin (the mirror would not open) or was taken: the same pause serves both.
      await wakeUp.wait(error instanceof FencedError ? STAND_DOWN_MS : STAND_DOWN_MS / 2, signal);
    }
  }
}
