import { ITEM_OUTCOMES } from "../../domain/bulk-update.ts";
import { isInsightStatus } from "../../domain/insight/insight.ts";
import type { StoredOutcome } from "../../domain/outbox/outbox-record.ts";
import { isRecord } from "../../domain/record-guard.ts";

/**
 * The outcomes of a completed bulk update in a poll or the feed. A server of the specification alone sends none;
 * an entry that is not in form is left out, since it must never keep a confirmed batch from clearing.
 */
export function readOutcomes(items: unknown): StoredOutcome[] {
  if (!Array.isArray(items)) return [];
  return items.filter(isRecord).flatMap((item) => {
    const outcome = ITEM_OUTCOMES.find((known) => known === item.outcome);
    if (outcome === undefined) return [];
    return [
      {
        insightId: String(item.insightId),
        deviceId: String(item.deviceId),
        outcome,
        by: typeof item.by === "string" ? item.by : null,
        atMs: timeOf(item.at),
        ...(isInsightStatus(item.replaced) && { replaced: item.replaced }),
        ...(item.madeEarlier === true && { madeEarlier: true as const }),
      },
    ];
  });
}

/** ISO text in an answer of its own, epoch milliseconds in the feed. */
function timeOf(value: unknown): number | null {
  const ms = typeof value === "string" ? Date.parse(value) : value;
  return typeof ms === "number" && Number.isFinite(ms) ? ms : null;
}
