import type { InsightRow } from "../../../../query/insight-engine.ts";

const MOST_PLACES = 500;

/** Where actions were taken, the latest ones: an undo goes back there. */
export interface ActionTrail {
  add(row: InsightRow, index: number): void;
  /** The row as it was before the action, and its place in the set, from 0; by the id of an insight or of a member. */
  find(insightId: string): Acted | undefined;
}

interface Acted {
  row: InsightRow;
  index: number;
}

export function createActionTrail(): ActionTrail {
  const places = new Map<string, Acted>();
  return {
    add(row, index) {
      places.delete(row.insightId);
      const acted = { row, index };
      places.set(row.insightId, acted);
      for (const { insightId } of row.members) places.set(insightId, acted);
      for (const oldest of places.keys()) {
        if (places.size <= MOST_PLACES) break;
        places.delete(oldest);
      }
    },
    find: (insightId) => places.get(insightId),
  };
}
