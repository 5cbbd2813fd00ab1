import { toWholePercent } from "../insight/insight.ts";
import { DAY_MS, startOfLastDaysMs, startOfUtcDayMs, utcDay, utcDayRange } from "../time.ts";
import type { CellValue, ColumnType } from "./table-cell.ts";

/** The test of one filter. Columns of elements and of buttons have none. */
export type CellTest =
  | { kind: "string"; contains: string }
  | { kind: "list"; contains: string }
  | { kind: "number"; equals: number }
  /** Of the whole percent that is shown. */
  | { kind: "percent"; equals: number }
  /** Inclusive, epoch ms. */
  | { kind: "date"; fromMs: number | null; toMs: number | null };

/** A filter of one column. One with a `rowKind` lets rows of other kinds pass. */
export interface ColumnFilter {
  column: string;
  test: CellTest;
  rowKind?: string;
}

export function isFilterable(type: ColumnType): type is CellTest["kind"] {
  return type !== "element" && type !== "buttons";
}

/** Whether a value passes; text is compared without regard to case. An absent value fails every test. */
export function passesTest(test: CellTest, value: CellValue): boolean {
  switch (test.kind) {
    case "string":
      return typeof value === "string" && contains(value, test.contains);
    case "list":
      return (
        value !== null &&
        typeof value !== "number" &&
        (typeof value === "string" ? [value] : value).some((entry) => contains(entry, test.contains))
      );
    case "number":
      return value === test.equals;
    case "percent":
      return typeof value === "number" && toWholePercent(value) === test.equals;
    case "date":
      return (
        typeof value === "number" &&
        value >= (test.fromMs ?? Number.NEGATIVE_INFINITY) &&
        value <= (test.toMs ?? Number.POSITIVE_INFINITY)
      );
  }
}

/** Whether a row passes a filter: the filter's own kind of rows by its value, every other kind always. */
export function passesFilter(
  filter: ColumnFilter,
  row: { kind: string | null; cellOf(column: string): CellValue },
): boolean {
  if (filter.rowKind !== undefined && filter.rowKind !== row.kind) return true;
  return passesTest(filter.test, row.cellOf(filter.column));
}

/** The last millisecond of tomorrow in UTC: the default end of a range of dates. */
export function endOfTomorrowMs(nowMs: number): number {
  return startOfUtcDayMs(nowMs) + 2 * DAY_MS - 1;
}

/** Ranges of days that are offered as buttons. */
export const PRESET_DAYS = [1, 7, 30] as const;
const MOST_DAYS = 36_500;

/** Whole days in UTC of which today is the last. */
export function lastDaysRange(days: number, nowMs: number): { fromMs: number; toMs: number } {
  return { fromMs: startOfLastDaysMs(days, nowMs), toMs: startOfUtcDayMs(nowMs) + DAY_MS - 1 };
}

/** The whole day in UTC before today, which stays that day tomorrow. */
export function yesterdayRange(nowMs: number): { fromMs: number; toMs: number } {
  const todayMs = startOfUtcDayMs(nowMs);
  return { fromMs: todayMs - DAY_MS, toMs: todayMs - 1 };
}

/** The number of days in `7d`, which means the last 7 days at the time of reading; null for other text. */
export function lastDaysIn(text: string): number | null {
  const days = /^(\d{1,5})d$/.test(text) ? Number.parseInt(text, 10) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : null;
}

/** Whether a range ends before it begins. */
export function isReversed(from: number | null | undefined, to: number | null | undefined): boolean {
  return typeof from === "number" && typeof to === "number" && from > to;
}

/**
 * The test for typed text, null for none.
 * @param typed the text of the field; of dates `from..to` in UTC days, either of them may be empty, or `7d`
 */
export function testOfTyped(type: ColumnType, typed: string, nowMs: number): CellTest | null {
  const text = typed.trim();
  if (text === "" || !isFilterable(type)) return null;
  if (type === "string" || type === "list") return { kind: type, contains: text };
  if (type === "date") {
    const days = lastDaysIn(text);
    if (days !== null) return { kind: "date", ...lastDaysRange(days, nowMs) };
    const [from = "", to = ""] = text.split("..");
    const first = utcDayRange(from);
    const last = utcDayRange(to);
    if (first === null && last === null) return null;
    return { kind: "date", fromMs: first?.firstMs ?? null, toMs: last?.lastMs ?? endOfTomorrowMs(nowMs) };
  }
  const figure = Number(text.replace(/%$/, ""));
  return Number.isFinite(figure) ? { kind: type, equals: figure } : null;
}

/** The text that `testOfTyped` reads as this test. */
export function typedOfTest(test: CellTest): string {
  switch (test.kind) {
    case "string":
    case "list":
      return test.contains;
    case "number":
    case "percent":
      return String(test.equals);
    case "date":
      return [test.fromMs, test.toMs].map((atMs) => (atMs === null ? "" : utcDay(atMs))).join("..");
  }
}

function contains(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}
