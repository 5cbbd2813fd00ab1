import type { Area } from "../../../src/domain/insight/area.ts";
import { RETAIN_EVERYTHING, retentionAt } from "../../../src/domain/offline/retention.ts";

/** A selection of a user's insights: all parts that are not null must hold. */
export interface Selection {
  readonly groups: readonly string[] | null;
  readonly area: Area | null;
  readonly classes: readonly string[] | null;
  readonly statuses: readonly string[] | null;
}

/** The oldest moment of a window that ends now, by the rule of devices. */
export function sinceOf(days: number | null, nowMs: number): number | null {
  return retentionAt({ days, groups: null }, nowMs, RETAIN_EVERYTHING).since;
}

/** Whether rows must be read; otherwise an index over Sentinel and time has all values. */
export function looksAtRows({ area, classes, statuses }: Selection): boolean {
  return area !== null || classes !== null || statuses !== null;
}
