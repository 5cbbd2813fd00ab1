import { useState } from "react";
import type { UnsavedAction } from "../../../../domain/outbox/projection.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { overlayUnsaved } from "../../actions/unsaved-overlay.ts";
import { cursorAt, settleCursor } from "./row-cursor.ts";

/**
 * The row whose photo is open. One that an action took off the page stays open until the person moves on.
 *
 * @param first place of the first of the rows in the whole list, from 0
 */
export function useViewedRow(rows: readonly InsightRow[], first: number, unsaved: readonly UnsavedAction[]) {
  const [viewed, setViewed] = useState<{ row: InsightRow; index: number } | null>(null);
  if (viewed === null) {
    return {
      row: null,
      hasPrevious: false,
      hasNext: false,
      move: () => null,
      open: (row: InsightRow) => setViewed({ row, index: first + rows.indexOf(row) }),
      close: () => setViewed(null),
    };
  }
  const here = rows.findIndex(({ insightId }) => insightId === viewed.row.insightId);
  const gone = here < 0;
  const at = gone ? viewed.index - first : here;
  // Where the open row has left, what follows it stands in its place.
  const nextAt = gone ? at : at + 1;
  return {
    row: rows[here] ?? overlayUnsaved([viewed.row], unsaved)[0] ?? viewed.row,
    hasPrevious: at > 0 && rows.length > 0,
    hasNext: nextAt < rows.length,
    /** Answers the row that is open then. */
    move(step: 1 | -1): InsightRow | null {
      const next = cursorAt(rows, step === 1 ? nextAt : at - 1);
      const row = next === null ? undefined : rows[next.index];
      if (next === null || row === undefined) return null;
      setViewed({ row, index: first + next.index });
      return row;
    },
    open: (row: InsightRow) =>
      setViewed({ row, index: first + (settleCursor({ id: row.insightId, index: 0 }, rows)?.index ?? 0) }),
    close: () => setViewed(null),
  };
}
