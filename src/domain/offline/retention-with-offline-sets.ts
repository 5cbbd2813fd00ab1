import { DAY_MS } from "../time.ts";
import type { OfflineSet } from "./offline-set.ts";
import { isWider, MOST_GROUPS_RETAINED, type RetentionChoice } from "./retention.ts";

/**
 * What the mirror keeps where packs are on the device: what was chosen, and beside it what each pack needs. A pack's
 * window grows by the days that passed, a day begun counts whole, so that its oldest insight does not age out of it;
 * a clock that was set back takes nothing away.
 *
 * It is the least choice of days and groups that has all of them, and so may keep more than asked for; what that
 * brings is told before a set is packed.
 *
 * @param choice null: nobody chose, which is everything
 */
export function retentionWithOfflineSets<Choice extends RetentionChoice>(
  choice: Choice | null,
  packs: readonly Pick<OfflineSet, "needs" | "madeAtMs">[],
  nowMs: number,
): Choice | RetentionChoice | null {
  if (choice === null) return null;
  let days = choice.days;
  let groups = choice.groups;
  for (const { needs, madeAtMs } of packs) {
    const passed = Math.max(0, Math.ceil((nowMs - madeAtMs) / DAY_MS));
    days = days === null || needs.days === null ? null : Math.max(days, needs.days + passed);
    groups = groups === null || needs.groups === null ? null : [...new Set([...groups, ...needs.groups])];
  }
  if (groups !== null && groups.length > MOST_GROUPS_RETAINED) groups = null;
  return isWider({ days, groups }, choice) ? { days, groups } : choice;
}
