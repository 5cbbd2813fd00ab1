import { DAY_MS } from "../domain/time.ts";
import type { SourceTime } from "./cells/source-time.ts";
import { offsetMinutes, type TimeZoneRule } from "./cells/time-zone.ts";

/** Begin and end of a deployment, where the source gives them. */
export interface DeploymentPeriod {
  start: SourceTime | null;
  end: SourceTime | null;
}

/**
 * Whether a picture was taken outside the days of its deployment, as the clocks at the deployment count them: by the
 * offset of its begin or end, else in `zone`. Many sources give days only, so the first and the last day count whole.
 * A period without one end is open there.
 */
export function isOutsideDeployment(
  { start, end }: DeploymentPeriod,
  time: SourceTime,
  zone: TimeZoneRule,
): boolean {
  return (
    (start !== null && localDay(time.epochMs, start, zone) < localDay(start.epochMs, start, zone)) ||
    (end !== null && localDay(time.epochMs, end, zone) > localDay(end.epochMs, end, zone))
  );
}

/** Days since 1970 on the clock of `place`. */
function localDay(epochMs: number, place: SourceTime, zone: TimeZoneRule): number {
  const offset = place.offset === null ? null : offsetMinutes(place.offset);
  // The rule wants a local time; around a change of clocks the hour of difference moves no day but its own midnight.
  const minutes = offset ?? zone.offsetMinutesAt(epochMs + zone.offsetMinutesAt(epochMs) * 60_000);
  return Math.floor((epochMs + minutes * 60_000) / DAY_MS);
}
