const HOUR_MS = 3_600_000;

/**
 * Whole hours since a moment (epoch ms), rounded up as tables show them; the dashboard rounds down. A moment ahead of
 * the clock counts as now; null where there was none.
 */
export function hoursSinceRoundedUp(atMs: number | null, nowMs: number): number | null {
  return atMs === null || Number.isNaN(atMs) ? null : Math.ceil(Math.max(0, nowMs - atMs) / HOUR_MS);
}
