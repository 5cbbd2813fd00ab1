import type { InsightStatus } from "../../domain/insight.ts";
import type { InsightRow } from "../../query/insight-view.ts";
import type { UnsavedAction } from "../../sync/review-outbox.ts";

/**
 * Rows as they look with the unsaved list laid over them. The view answers the same a moment later; this lets a
 * step show in the very frame in which it was stored.
 */
export function overlayUnsaved(
  rows: readonly InsightRow[],
  unsaved: readonly UnsavedAction[],
): readonly InsightRow[] {
  if (unsaved.length === 0) return rows;
  const statusById = new Map(unsaved.map((action) => [action.insightId, action.insightStatus]));
  return rows.map((row) => overlayRow(row, statusById));
}

/** Whether a row stays on a page that hides what is archived. */
export function staysShown(row: InsightRow, showArchived: boolean): boolean {
  return showArchived || row.status !== "archive";
}

function overlayRow(row: InsightRow, statusById: ReadonlyMap<string, InsightStatus>): InsightRow {
  if (row.members.length === 0) {
    const status = statusById.get(row.insightId);
    return status === undefined || (row.status === status && row.unsent)
      ? row
      : { ...row, status, unsent: true };
  }
  const members = row.members.map((member) => overlayRow(member, statusById));
  if (members.every((member, index) => member === row.members[index])) return row;
  const first = members[0]?.status ?? null;
  return {
    ...row,
    members,
    status: members.every((member) => member.status === first) ? first : null,
    unsent: members.some((member) => member.unsent),
  };
}
