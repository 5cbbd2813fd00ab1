import { insightTimeMs } from "../../../domain/insight/insight.ts";
import { fullUtc, shortUtcSeconds } from "../../../domain/time.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";

/** The time by the rule of the camera's clock, with date and time in the tooltip. */
export function InsightTime({ row, nowMs }: { row: InsightRow; nowMs: number }) {
  const atMs = insightTimeMs(row);
  const text = shortUtcSeconds(atMs, nowMs);
  if (text === "") return null;
  return (
    <time dateTime={new Date(atMs).toISOString()} title={fullUtc(atMs)}>
      {text}
    </time>
  );
}

/** Whether the time is written with its year, which is wider. */
export function hasYear(row: InsightRow, nowMs: number): boolean {
  return new Date(insightTimeMs(row)).getUTCFullYear() !== new Date(nowMs).getUTCFullYear();
}
