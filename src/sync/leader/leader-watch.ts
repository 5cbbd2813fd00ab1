import type { Timers } from "../../platform/timers.ts";

export interface LeaderWatchParts {
  timers: Timers;
  everyMs: () => number;
  /** Asks the leading tab whether it lives; its answer comes to `sign`. */
  ask: () => void;
  /** The leading tab has left so many checks unanswered that it must be frozen. */
  onUnanswered: () => void;
}

/**
 * A leader that froze just after an answer misses the next three checks of 10 s: it is replaced within 45 s.
 */
const UNANSWERED_MAX = 3;
/** A check that is late by this factor shows that this tab itself was frozen, and proves nothing about the leader. */
const LATE_TIMES = 3;

/**
 * Watches the leading tab from a follower.
 *
 * @returns `sign`, to be called with every message of the leader, and `stop`
 */
export function watchLeader({ timers, everyMs, ask, onUnanswered }: LeaderWatchParts) {
  let unanswered = 0;
  let callOff = () => {};

  const next = () => {
    const askedAtMs = timers.elapsedMs();
    const waitMs = everyMs();
    ask();
    callOff = timers.after(waitMs, () => {
      const wasFrozen = timers.elapsedMs() - askedAtMs > waitMs * LATE_TIMES;
      unanswered = wasFrozen ? 0 : unanswered + 1;
      if (unanswered >= UNANSWERED_MAX) onUnanswered();
      else next();
    });
  };
  next();
  return {
    sign() {
      unanswered = 0;
    },
    stop: () => callOff(),
  };
}
