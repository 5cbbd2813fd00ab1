import { DAY_MS, startOfUtcDayMs } from "../time.ts";

/**
 * A person's choice of what one device keeps. Small tables (Sentinels, groups, alerts, models) are always kept as a
 * whole.
 */
export interface RetentionChoice {
  /** Insights of the last so many days; null: of any age. */
  readonly days: number | null;
  /** Insights of the Sentinels in these groups; null: of all. `UNGROUPED` stands for Sentinels in no group. */
  readonly groups: readonly string[] | null;
}

/** A choice with its days resolved at a moment. */
export interface Retention extends RetentionChoice {
  /** The oldest moment that is kept, by the time received, epoch ms; null: of any age. */
  readonly since: number | null;
}

export const UNGROUPED = "none";
export const RETAIN_EVERYTHING: Retention = { days: null, since: null, groups: null };

export const MOST_DAYS_RETAINED = 36_500;
export const MOST_GROUPS_RETAINED = 200;

/** The start of a window of days: midnight UTC, so that it moves once a day. */
export function sinceOf(days: number, nowMs: number): number {
  return startOfUtcDayMs(nowMs) - days * DAY_MS;
}

/**
 * Resolves a choice now. While the days stay the same, its window never moves back (`before`), because rows that a
 * client has dropped would not be sent again.
 */
export function retentionAt(choice: RetentionChoice, nowMs: number, before: Retention): Retention {
  const { days, groups } = choice;
  if (days === null) return { days, since: null, groups };
  const since = sinceOf(days, nowMs);
  const isSame = before.days === days && before.since !== null;
  return { days, since: isSame ? Math.max(since, before.since) : since, groups };
}

/**
 * Whether an insight is within a retention. The server sends no older one, and a client drops older ones by the
 * `since` of the page that it has just stored, not by its own clock, so that a wrong date drops nothing.
 */
export function isRecentEnough(timeStampMs: number, since: number | null): boolean {
  return since === null || timeStampMs >= since;
}

export function retainsEverything({ days, groups }: RetentionChoice): boolean {
  return days === null && groups === null;
}

export function isSameChoice(one: RetentionChoice, other: RetentionChoice): boolean {
  return one.days === other.days && isSameGroups(one.groups, other.groups);
}

/** Whether a choice includes rows that another leaves out. */
export function isWider(choice: RetentionChoice, than: RetentionChoice): boolean {
  const { days, groups } = choice;
  const isLonger = than.days !== null && (days === null || days > than.days);
  const had = than.groups;
  return isLonger || (had !== null && (groups === null || groups.some((group) => !had.includes(group))));
}

export function isSameGroups(one: RetentionChoice["groups"], other: RetentionChoice["groups"]): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((group) => other.includes(group));
}
