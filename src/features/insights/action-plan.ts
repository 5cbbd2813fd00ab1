import { BULK_UPDATE_CAP } from "../../domain/bulk-update.ts";
import { type InsightStatus, type ReviewAction, statusAfterAction } from "../../domain/insight.ts";
import type { InsightRow } from "../../query/insight-view.ts";
import type { ActionTarget, ReviewOutbox } from "../../sync/review-outbox.ts";

/** The insights that an action on these rows reaches: members instead of collections, each once. */
export function targetsOf(rows: readonly InsightRow[]): ActionTarget[] {
  const targets = new Map<string, ActionTarget>();
  for (const row of rows) {
    for (const { insightId, deviceId, status } of row.members.length > 0 ? row.members : [row]) {
      targets.set(insightId, { insightId, deviceId, base: status ?? "none" });
    }
  }
  return [...targets.values()];
}

/**
 * The one status that an action gives to all of these rows: cleared where every row shows it already, as a
 * second click on the active action clears a single one.
 */
export function statusForRows(rows: readonly InsightRow[], action: ReviewAction): InsightStatus {
  const shared = rows.every((row) => row.status === rows[0]?.status) ? (rows[0]?.status ?? null) : null;
  return statusAfterAction(shared, action);
}

/**
 * Takes more than the list has room for, after the person agreed: saves what waits, then fills and saves list
 * after list. The last one stays unsaved, so that its step can still be looked at and undone. Answers how many
 * insights were taken: fewer than all where one of the lists could not be stored.
 */
export async function saveAndContinue(
  outbox: ReviewOutbox,
  targets: readonly ActionTarget[],
  status: InsightStatus,
): Promise<number> {
  for (let start = 0; start < targets.length; start += BULK_UPDATE_CAP) {
    await outbox.save();
    const taken = await outbox.act(targets.slice(start, start + BULK_UPDATE_CAP), status);
    if (taken !== "taken") return start;
  }
  return targets.length;
}
