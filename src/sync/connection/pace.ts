import { boundedPace, DEFAULT_PACE, type Pace } from "../../protocol/pace.ts";
import { SYNC_TIMINGS, type SyncTimings } from "../sync-timings.ts";

/** The timings in the pace that the server asks for; they follow it while everything runs. */
export interface Pacing {
  readonly timings: SyncTimings;
  /** The time limit factor: by how much all time limits of calls are longer than usual. */
  timeLimitFactor(): number;
  /** Takes the pace that the server asks for, within its bounds. */
  set(pace: Parameters<typeof boundedPace>[0]): void;
}

export function createPacing(): Pacing {
  let current: Pace = DEFAULT_PACE;
  const timeLimitFactor = () => current.callSeconds / DEFAULT_PACE.callSeconds;
  const ease = () => current.syncSeconds / DEFAULT_PACE.syncSeconds;
  return {
    timeLimitFactor,
    set(pace) {
      current = boundedPace(pace);
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
        // A frozen leader is replaced within 45 s, also where the server asks for a slower pace.
        return SYNC_TIMINGS.leaderCheckEveryMs * Math.min(ease(), 1);
      },
      get quietMs() {
        return SYNC_TIMINGS.quietMs * timeLimitFactor();
      },
      // Passed to a call as its time limit, which the factor is applied to there.
      probeMs: SYNC_TIMINGS.probeMs,
    },
  };
}
