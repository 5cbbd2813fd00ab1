import { DAY_MS } from "../time.ts";
import type { OfflineSet } from "./offline-set.ts";
import { isWider, MOST_GROUPS_RETAINED, type RetentionChoice } from "./retention.ts";

/**
 * The retention of the mirror with offline sets: the person's choice, widened to what each set needs. A set's window
 * grows by the days that have passed, begun days included, so that its oldest insight does not age out; a clock that
 * was set back does not shrink it.
 *
 * It is the narrowest single choice of days and groups that contains all of them, and so may contain more; the
 * estimate is shown before a set is saved.
 *
 * @param choice null: no choice, which is everything
 */
export function retentionWithOfflineSets<Choice extends RetentionChoice>(
  choice: Choice | null,
  sets: readonly Pick<OfflineSet, "needs" | "madeAtMs">[],
  nowMs: number,
): Choice | RetentionChoice | null {
  if (choice === null) return null;
  let days = choice.days;
  let groups = choice.groups;
  for (const { needs, madeAtMs } of sets) {
    const passed = Math.max(0, Math.ceil((nowMs - madeAtMs) / DAY_MS));
    days = days === null || needs.days === null ? null : Math.max(days, needs.days + passed);
    groups = groups === null || needs.groups === null ? null : [...new Set([...groups, ...needs.groups])];
  }
  if (groups !== null && groups.length > MOST_GROUPS_RETAINED) groups = null;
  return isWider({ days, groups }, choice) ? { days, groups } : choice;
}
