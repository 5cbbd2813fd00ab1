import type { InsightStatus } from "../../../domain/insight/insight.ts";
import { collectionStatus, shownStatus } from "../../../domain/insight/shown-status.ts";
import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";

/**
 * Overlays rows with the unsaved list by the engine's rule, so that a step shows in the frame in which it was stored
 * and not with the engine's next answer.
 */
export function overlayUnsaved(
  rows: readonly InsightRow[],
  unsaved: readonly UnsavedAction[],
): readonly InsightRow[] {
  if (unsaved.length === 0) return rows;
  const statusById = new Map(unsaved.map((action) => [action.insightId, action.insightStatus]));
  return rows.map((row) => overlayRow(row, statusById));
}

export function staysShown(row: InsightRow, showArchived: boolean): boolean {
  return showArchived || row.status !== "archive";
}

function overlayRow(row: InsightRow, statusById: ReadonlyMap<string, InsightStatus>): InsightRow {
  if (row.members.length === 0) {
    const waiting = statusById.get(row.insightId);
    if (waiting === undefined) return row;
    const shown = shownStatus(row.serverStatus ?? "none", waiting);
    return row.status === shown.status && row.unsent === shown.unsent ? row : { ...row, ...shown };
  }
  const members = row.members.map((member) => overlayRow(member, statusById));
  if (members.every((member, index) => member === row.members[index])) return row;
  return { ...row, members, ...collectionStatus(members) };
}
