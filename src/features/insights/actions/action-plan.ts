import { type InsightStatus, type ReviewAction, statusAfterAction } from "../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { ActionTarget } from "../../../sync/outbox/review-outbox.ts";

/** The insights that an action on these rows reaches: members instead of collections, each once. */
export function targetsOf(rows: readonly InsightRow[]): ActionTarget[] {
  const targets = new Map<string, ActionTarget>();
  for (const row of rows) {
    for (const one of row.members.length > 0 ? row.members : [row]) {
      const { insightId, deviceId, status, serverStatus, timeStampMs, fileCtimeMs, className } = one;
      const known = serverStatus === null ? {} : { serverStatus };
      const seen = { timeStampMs, fileCtimeMs, className };
      targets.set(insightId, { insightId, deviceId, base: status ?? "none", ...known, seen });
    }
  }
  return [...targets.values()];
}

/**
 * The status that an action gives to all these rows: "none" where every row has it already, as for a second press on
 * one row.
 */
export function statusForRows(rows: readonly InsightRow[], action: ReviewAction): InsightStatus {
  const shared = rows.every((row) => row.status === rows[0]?.status) ? (rows[0]?.status ?? null) : null;
  return statusAfterAction(shared, action);
}
