import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";

export interface UnsavedGroup {
  /** Of the newest insight, as in the table. */
  action: UnsavedAction;
  /** All of the line, newest first. */
  actions: UnsavedAction[];
}

/**
 * Folds neighbouring actions of one collection and one status into a line, newest first. Unknown insights have a line
 * each.
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
      last.actions.push(action);
      if (timeOf(action) > timeOf(last.action)) last.action = action;
    } else {
      groups.push({ action, actions: [action] });
    }
  }
  return groups;
}
