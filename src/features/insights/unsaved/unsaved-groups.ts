import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";

export interface UnsavedGroup {
  /** That of the newest insight, whose picture the table shows for the collection too. */
  action: UnsavedAction;
  count: number;
}

/**
 * Unsaved actions, newest first, with neighbours of one collection and one status folded into a line. What is
 * not known yet stands alone.
 */
export function foldActions(
  actions: readonly UnsavedAction[],
  insights: ReadonlyMap<string, InsightRow | null>,
): UnsavedGroup[] {
  const collectionOf = (action: UnsavedAction) => insights.get(action.insightId)?.collectionId ?? null;
  const timeOf = (action: UnsavedAction) => insights.get(action.insightId)?.timeStampMs ?? 0;
  const groups: UnsavedGroup[] = [];
  for (const action of actions.toReversed()) {
    const last = groups.at(-1);
    const collection = collectionOf(action);
    if (
      last !== undefined &&
      collection !== null &&
      collection === collectionOf(last.action) &&
      action.insightStatus === last.action.insightStatus
    ) {
      last.count += 1;
      if (timeOf(action) > timeOf(last.action)) last.action = action;
    } else {
      groups.push({ action, count: 1 });
    }
  }
  return groups;
}
