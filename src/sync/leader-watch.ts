import type { Clock } from "../domain/clock.ts";
import type { Timers } from "../platform/timers.ts";

export interface LeaderWatchParts {
  clock: Clock;
  timers: Timers;
  everyMs: () => number;
  /** Asks the leading tab whether it lives; its answer comes to `heard`. */
  ask: () => void;
  /** The leading tab has not answered so often that it must be standing still. */
  onSilent: () => void;
}

/** Four checks of 10 s each: a leader that stands still is replaced within 45 s. */
const UNANSWERED_MAX = 3;
/** A check that comes so much too late says that this tab itself stood still, and nothing of the other. */
const LATE_TIMES = 3;

/** Watches the leading tab from one that follows. @returns `heard`, to be called with every sign of it, and the way to stop */
export function watchLeader({ clock, timers, everyMs, ask, onSilent }: LeaderWatchParts) {
  let unanswered = 0;
  let callOff = () => {};

  const next = () => {
    const askedAtMs = clock.now();
    const waitMs = everyMs();
    ask();
    callOff = timers.after(waitMs, () => {
      const tookMs = clock.now() - askedAtMs;
      const stoodStill = tookMs < 0 || tookMs > waitMs * LATE_TIMES;
      unanswered = stoodStill ? 0 : unanswered + 1;
      if (unanswered >= UNANSWERED_MAX) onSilent();
      else next();
    });
  };
  next();
  return {
    heard() {
      unanswered = 0;
    },
    stop: () => callOff(),
  };
}
