import { asFraction, type ClassScore, toWholePercent } from "./insight.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const DAY_MS = 86_400_000;

const two = (value: number): string => String(value).padStart(2, "0");

/** `21 Nov 07:58:11` in UTC, with the year where it is not the year of `nowMs`; "" where there is no such moment. */
export function shortUtc(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  if (Number.isNaN(at.getTime())) return "";
  const sameYear = at.getUTCFullYear() === new Date(nowMs).getUTCFullYear();
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${shortUtcDay(atMs)}${sameYear ? "" : ` ${at.getUTCFullYear()}`} ${time}`;
}

/** `21 Nov` in UTC. */
export function shortUtcDay(atMs: number): string {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? "" : `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
}

/** `21 Nov 2026, 07:58:11 UTC`: the whole of a moment, for tooltips and facts. */
export function fullUtc(atMs: number): string {
  const at = new Date(atMs);
  if (Number.isNaN(at.getTime())) return "";
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${shortUtcDay(atMs)} ${at.getUTCFullYear()}, ${time} UTC`;
}

/** `2026-11-21`, the UTC day that a date input holds. */
export function utcDay(atMs: number): string {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString().slice(0, 10);
}

/** First and last millisecond of a UTC day as a date input gives it; null for what is no day of the calendar. */
export function utcDayRange(day: string): { firstMs: number; lastMs: number } | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const firstMs = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(firstMs) || utcDay(firstMs) !== day) return null;
  return { firstMs, lastMs: firstMs + DAY_MS - 1 };
}

/** `87%` for 0.874; null stays null, so that the reader is told that there is none. */
export function percentText(fraction: number | null): string | null {
  return fraction === null || !Number.isFinite(fraction) ? null : `${toWholePercent(fraction)}%`;
}

/** `Agouti (87%); Paca (11%)`, in the order given; a class without a score stands alone. */
export function classListText(classList: readonly ClassScore[]): string {
  return classList
    .map(({ className, averageConfidence }) => {
      const score = averageConfidence === null ? null : percentText(asFraction(averageConfidence));
      return score === null ? className : `${className} (${score})`;
    })
    .join("; ");
}

/**
 * How long the camera took from frame to server, in whole hours rounded down as the dashboard counts them;
 * negative where the camera's clock runs ahead; null where the camera gave no time.
 */
export function delayHours(insight: { timeStampMs: number; fileCtimeMs: number | null }): number | null {
  if (insight.fileCtimeMs === null || !Number.isFinite(insight.fileCtimeMs)) return null;
  return Math.floor((insight.timeStampMs - insight.fileCtimeMs) / 3_600_000);
}

/** `1,904`: whole numbers with a comma a thousand. Not by Intl, whose first use costs a slow phone 25 ms at its start. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
