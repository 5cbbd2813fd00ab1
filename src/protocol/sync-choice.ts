import { type Area, isArea } from "../domain/insight/area.ts";
import {
  MOST_DAYS_RETAINED,
  MOST_GROUPS_RETAINED,
  type RetentionChoice,
  UNGROUPED,
} from "../domain/offline/retention.ts";

/** `days` and `groups` without a bound in a query. A parameter that is left out leaves the cursor's value as it is. */
const ALL = "all";

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

const WRONG = { ok: false } as const;

/** `days` as a client sends it. */
export function daysText(days: RetentionChoice["days"]): string {
  return days === null ? ALL : String(days);
}

/** `groups` as a client sends it. */
export function groupsText(groups: RetentionChoice["groups"]): string {
  return groups === null ? ALL : groups.join(",");
}

/** A whole number from 1, or `all`, which is null. */
export function parseDays(text: string): Parsed<number | null> {
  if (text === ALL) return { ok: true, value: null };
  const days = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : Number.NaN;
  return days <= MOST_DAYS_RETAINED ? { ok: true, value: days } : WRONG;
}

/** Ids of groups and `none` (Sentinels in no group), with commas between; or `all`, which is null. */
export function parseGroups(text: string): Parsed<readonly string[] | null> {
  if (text === ALL) return { ok: true, value: null };
  const groups = [...new Set(text.split(","))];
  if (groups.length > MOST_GROUPS_RETAINED || !groups.every(isGroupName)) return WRONG;
  return { ok: true, value: groups };
}

export function isGroupName(value: unknown): value is string {
  return value === UNGROUPED || (typeof value === "string" && /^[1-9]\d{0,14}$/.test(value));
}

/** `south,west,north,east`. */
export function parseArea(text: string): Parsed<Area> {
  const parts = text.split(",");
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,3}(\.\d{1,12})?$/.test(part))) return WRONG;
  const [south = 0, west = 0, north = 0, east = 0] = parts.map(Number);
  const area = { south, west, north, east };
  return isArea(area) ? { ok: true, value: area } : WRONG;
}
