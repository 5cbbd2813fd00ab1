import { DAY_MS } from "../domain/time.ts";
import type { SourceTime } from "./cells/source-time.ts";

/** Begin and end of a deployment, where the source gives them. */
export interface DeploymentPeriod {
  start: SourceTime | null;
  end: SourceTime | null;
}

/**
 * Whether a picture was taken outside the days of its deployment. Many sources give days only, so the last day
 * counts whole. A period without one end is open there.
 */
export function isOutsideDeployment(period: DeploymentPeriod, time: SourceTime): boolean {
  if (period.start !== null && time.epochMs < period.start.epochMs) return true;
  return period.end !== null && time.epochMs >= endOfDay(period.end);
}

function endOfDay(time: SourceTime): number {
  return (Math.floor(time.epochMs / DAY_MS) + 1) * DAY_MS;
}
