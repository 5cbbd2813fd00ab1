/** Intervals and timeouts of sync, with their usual values; tests and slow links use others. */
export interface SyncTimings {
  readonly visibleEveryMs: number;
  readonly hiddenEveryMs: number;
  readonly featuresEveryMs: number;
  /**
   * Delays of the first polls of a bulk update, counted from its acceptance, and of all later ones, counted from the
   * last.
   */
  readonly pollAtMs: readonly number[];
  readonly pollEveryMs: number;
  /** Delays of polls before these while further batches wait for this one to end. */
  readonly pollBusyAtMs: readonly number[];
  /** How often a follower checks that the leader answers; see leader-watch.ts. */
  readonly leaderCheckEveryMs: number;
  /** See liveness-probe.ts. */
  readonly quietMs: number;
  readonly probeMs: number;
}

export const SYNC_TIMINGS: SyncTimings = {
  visibleEveryMs: 30_000,
  hiddenEveryMs: 5 * 60_000,
  featuresEveryMs: 10 * 60_000,
  pollAtMs: [2_000, 5_000, 15_000],
  pollEveryMs: 60_000,
  // A full batch takes the server a fraction of a second; a night's work is many of them, one after the other.
  pollBusyAtMs: [150, 400, 900],
  leaderCheckEveryMs: 10_000,
  quietMs: 4_000,
  probeMs: 4_000,
};
