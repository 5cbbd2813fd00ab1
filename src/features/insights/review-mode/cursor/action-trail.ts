import type { InsightRow } from "../../../../query/insight-engine.ts";

const MOST_PLACES = 500;

/** Where actions were taken, the latest ones: an undo goes back there. */
export interface ActionTrail {
  add(row: InsightRow, index: number): void;
  /** Place in the set, from 0, by the id of an insight or of a member. */
  placeOf(insightId: string): number | undefined;
}

export function createActionTrail(): ActionTrail {
  const places = new Map<string, number>();
  return {
    add(row, index) {
      places.delete(row.insightId);
      places.set(row.insightId, index);
      for (const { insightId } of row.members) places.set(insightId, index);
      for (const oldest of places.keys()) {
        if (places.size <= MOST_PLACES) break;
        places.delete(oldest);
      }
    },
    placeOf: (insightId) => places.get(insightId),
  };
}
