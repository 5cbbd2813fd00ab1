/** A drag over a list that is drawn in parts. Places are counted from 0 in the whole list. */
export interface Drag {
  readonly from: number;
  /** The last place that it has reached. */
  readonly to: number;
  /** Whether it chooses rows, or makes them no longer chosen. */
  readonly chooses: boolean;
  /** Rows that it has reached, by their place, and whether they were chosen before. */
  readonly touched: ReadonlyMap<number, { id: string; before: boolean }>;
}

/** The drawn rows, and what is chosen of them. */
interface DrawnRows {
  ids: readonly string[];
  first: number;
  chosen: ReadonlySet<string>;
}

export function startDrag(from: number, chooses: boolean): Drag {
  return { from, to: from, chooses, touched: new Map() };
}

/**
 * Leads a drag to another place: rows between its ends become as it wants them, and rows that it has left again as they
 * were before. `changes` has the rows to change alone, by their ids.
 */
export function changesOfDrag(
  drag: Drag,
  { ids, first, chosen }: DrawnRows,
  to: number,
): { drag: Drag; changes: Map<string, boolean> } {
  const isBetween = (place: number) => Math.min(drag.from, to) <= place && place <= Math.max(drag.from, to);
  const touched = new Map(drag.touched);
  ids.forEach((id, at) => {
    const place = first + at;
    if (isBetween(place) && !touched.has(place)) touched.set(place, { id, before: chosen.has(id) });
  });
  const changes = new Map<string, boolean>();
  for (const [place, { id, before }] of touched) {
    const wanted = isBetween(place) ? drag.chooses : before;
    if (wanted !== chosen.has(id)) changes.set(id, wanted);
  }
  return { drag: { ...drag, to, touched }, changes };
}
