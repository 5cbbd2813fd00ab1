import { insightTimeMs } from "../../../domain/insight/insight.ts";
import { fullUtc, shortUtcSeconds } from "../../../domain/time.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";

/** When it happened, by the rule of the camera's clock; the tooltip has the whole moment. */
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

/** Whether the time of a row is written with its year, which takes more room. */
export function hasYear(row: InsightRow, nowMs: number): boolean {
  return new Date(insightTimeMs(row)).getUTCFullYear() !== new Date(nowMs).getUTCFullYear();
}
