import { boundedPace, DEFAULT_PACE, type Pace } from "../protocol/pace.ts";
import { SYNC_TIMINGS, type SyncTimings } from "./sync-timings.ts";

/** The timings in the pace that the server asks for; they follow it while everything runs. */
export interface Pacing {
  readonly timings: SyncTimings;
  /** By how much all time limits of calls are longer than usual. */
  patience(): number;
  /** Takes what a server told, as far as it is usable. */
  set(told: Parameters<typeof boundedPace>[0]): void;
}

export function createPacing(): Pacing {
  let pace: Pace = DEFAULT_PACE;
  const patience = () => pace.callSeconds / DEFAULT_PACE.callSeconds;
  const ease = () => pace.syncSeconds / DEFAULT_PACE.syncSeconds;
  return {
    patience,
    set(told) {
      pace = boundedPace(told);
    },
    timings: {
      get visibleEveryMs() {
        return SYNC_TIMINGS.visibleEveryMs * ease();
      },
      get hiddenEveryMs() {
        return SYNC_TIMINGS.hiddenEveryMs * ease();
      },
      featuresEveryMs: SYNC_TIMINGS.featuresEveryMs,
      get pollAtMs() {
        return SYNC_TIMINGS.pollAtMs.map((ms) => ms * Math.min(ease(), 1));
      },
      pollBusyAtMs: SYNC_TIMINGS.pollBusyAtMs,
      get pollEveryMs() {
        return SYNC_TIMINGS.pollEveryMs * ease();
      },
      get leaderCheckEveryMs() {
        // A leader that stands still is replaced within 45 s however seldom the data is asked for.
        return SYNC_TIMINGS.leaderCheckEveryMs * Math.min(ease(), 1);
      },
      get quietMs() {
        return SYNC_TIMINGS.quietMs * patience();
      },
      // A call's own limit grows with the patience; this one is handed to such a call.
      probeMs: SYNC_TIMINGS.probeMs,
    },
  };
}
