/** A moment as the wire has it: UTC ISO 8601 with milliseconds, from epoch milliseconds. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export function isoTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs);
}
