import { HOUR_MS } from "../time.ts";
import { asFraction, type ClassScore, toWholePercent } from "./insight.ts";

/** `87%` for 0.874; null stays null, because screens have a word for "none". */
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
  return Math.floor((insight.timeStampMs - insight.fileCtimeMs) / HOUR_MS);
}

/**
 * `1,904`: whole numbers with a comma for thousands. Without Intl, whose first use delays the start of a slow phone
 * by 25 ms.
 */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
