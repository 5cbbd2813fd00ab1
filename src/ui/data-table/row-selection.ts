/** A row and its place, from 0, among all matching rows when it was chosen. */
export interface PlacedRow {
  id: string;
  place: number;
}

/** The chosen rows, and the start of a range with Shift. */
export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  readonly anchorId: string | null;
}

export const NOTHING_SELECTED: RowSelection = { ids: new Set(), anchorId: null };

/**
 * Rows by their ids, or all that match by their rule. Either holds on every page and in every order, until the list is
 * another one: an action must not reach rows that another filter hides.
 */
export interface ChosenRows {
  /** Names the list in which they were chosen. */
  readonly of: string;
  readonly selection: RowSelection;
  /** Place of the anchor in all that matches, from 0, when it was chosen. */
  readonly anchorPlace: number;
  /** Where all that match are chosen, the rows that were taken out again. */
  readonly everythingBut: ReadonlySet<string> | null;
}

export const NOTHING_CHOSEN: ChosenRows = {
  of: "",
  selection: NOTHING_SELECTED,
  anchorPlace: 0,
  everythingBut: null,
};

/** The selection in this list; empty where it was made in another list. */
export function chosenOf(chosen: ChosenRows, list: string): ChosenRows {
  return chosen.of === list ? chosen : NOTHING_CHOSEN;
}

/** The chosen ones among the rows that are shown, and where rows are chosen by their ids, those of other pages too. */
export function selectionIn(
  { selection, everythingBut }: ChosenRows,
  shown: readonly string[],
): RowSelection {
  return everythingBut === null
    ? selection
    : { ids: new Set(shown.filter((id) => !everythingBut.has(id))), anchorId: selection.anchorId };
}

/** How many rows are chosen. @param matched rows that match in all */
export function countChosen({ selection, everythingBut }: ChosenRows, matched: number): number {
  return everythingBut === null ? selection.ids.size : Math.max(0, matched - everythingBut.size);
}

/** Toggles one row and makes it the anchor. */
export function toggleRow(selection: RowSelection, id: string): RowSelection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchorId: id };
}

/** Adds the rows between the anchor and `id`; without an anchor on this page, `id` alone. */
export function selectRange(selection: RowSelection, id: string, order: readonly string[]): RowSelection {
  const from = selection.anchorId === null ? -1 : order.indexOf(selection.anchorId);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return { ids: new Set(selection.ids).add(id), anchorId: id };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchorId: selection.anchorId };
}

/**
 * Extends the selection from a row to its neighbour; a step back to where it began takes the row out that is left.
 *
 * @param order the rows that are shown
 * @param anchorAt the index that the anchor has in `order`, or would have: it may be drawn no longer
 */
export function extendSelection(
  selection: RowSelection,
  [fromId, toId]: readonly [string, string],
  order: readonly string[],
  anchorAt: number,
): RowSelection {
  const ids = new Set(selection.ids);
  if (!ids.has(fromId)) return { ids: ids.add(fromId).add(toId), anchorId: fromId };
  const shownAt = order.indexOf(selection.anchorId ?? fromId);
  const begin = shownAt >= 0 ? shownAt : anchorAt;
  const far = (id: string) => Math.abs(order.indexOf(id) - begin);
  if (ids.has(toId) && far(toId) < far(fromId)) ids.delete(fromId);
  else ids.add(toId);
  return { ids, anchorId: selection.anchorId ?? fromId };
}

/** Adds all rows of the page, or removes them where all are chosen. Rows of other pages stay. */
export function togglePage(selection: RowSelection, order: readonly string[]): RowSelection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id));
  const others = [...selection.ids].filter((id) => !order.includes(id));
  return { ids: new Set(all ? others : [...others, ...order]), anchorId: null };
}

export function withoutRows(selection: RowSelection, gone: readonly string[]): RowSelection {
  if (!gone.some((id) => selection.ids.has(id) || selection.anchorId === id)) return selection;
  const ids = new Set([...selection.ids].filter((id) => !gone.includes(id)));
  const { anchorId } = selection;
  return { ids, anchorId: anchorId !== null && gone.includes(anchorId) ? null : anchorId };
}
