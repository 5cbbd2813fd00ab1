import { type ChangeSide, wasSaid } from "./list-changes.ts";
import type { OutboxRecord } from "./outbox-record.ts";
import { shownIn } from "./sealed-statuses.ts";

/**
 * The insights whose server status an undo or a redo needs; looked up before it and passed in
 * `ActionStamp.serverStatusOf`.
 */
export function statusesNeeded(record: OutboxRecord, event: "undo" | "redo"): readonly string[] {
  const isUndo = event === "undo";
  const changes = record.steps[isUndo ? record.applied - 1 : record.applied]?.changes ?? [];
  const side: ChangeSide = isUndo ? "before" : "after";
  const shown = shownIn(record, changes.length);
  return changes
    .filter((change) => wasSaid(change, side) || shown(change.insightId) === undefined)
    .map(({ insightId }) => insightId);
}
