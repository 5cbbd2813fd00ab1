import { useRef, useState } from "react";
import type { InsightFilter, InsightQuery, InsightRow, InsightView } from "../../query/insight-view.ts";
import { idsBetween, type PlacedRow } from "./range-of-rows.ts";
import { keepShown, NOTHING_SELECTED, type RowSelection, selectRange, toggleRow } from "./row-selection.ts";

/** Rows that are read at once where everything that matches is acted on. */
const READ_ROWS = 2000;

interface Chosen {
  selection: RowSelection;
  /** Place of the anchor in all that matches, from 0, when it was chosen. */
  anchorPlace: number;
  /** The filter of which all matches were chosen, whether they are shown or not. */
  everythingOf: InsightFilter | null;
}

const NOTHING: Chosen = { selection: NOTHING_SELECTED, anchorPlace: 0, everythingOf: null };

interface SelectionInput {
  view: InsightView;
  query: InsightQuery;
  shown: readonly InsightRow[];
  /** Place of the first row that is shown, from 0. */
  shownOffset: number;
  matched: number;
  /** Rows come and go by scrolling, so what was chosen need not be shown. */
  scroll: boolean;
}

/** What is chosen: rows, or everything that the filters let through. */
export function useInsightSelection(input: SelectionInput) {
  const { view, query, shown, shownOffset, matched, scroll } = input;
  const [chosen, setChosen] = useState(NOTHING);
  const [range, setRange] = useState<"reading" | "failed" | "unread" | null>(null);
  const reading = useRef(0);
  const order = shown.map(({ insightId }) => insightId);
  const everything = chosen.everythingOf === query.filter;
  const selection: RowSelection = everything
    ? { ids: new Set(order), anchorId: null }
    : scroll
      ? chosen.selection
      : keepShown(chosen.selection, order);
  const count = everything ? matched : selection.ids.size;
  const pageChosen = order.length > 0 && order.every((id) => selection.ids.has(id));
  const choose = (next: Chosen) => {
    // A range that is still being read is no longer wanted.
    reading.current += 1;
    setRange(null);
    setChosen(next);
  };

  /** From an anchor that is not in sight to a row that is. */
  const readRange = async (anchorId: string, to: PlacedRow) => {
    reading.current += 1;
    const mine = reading.current;
    setRange("reading");
    try {
      const between = await idsBetween(view, query, [{ id: anchorId, place: chosen.anchorPlace }, to]);
      if (mine !== reading.current) return;
      const ids = new Set([...selection.ids, ...between, to.id]);
      choose({ ...chosen, selection: { ids, anchorId }, everythingOf: null });
    } catch {
      if (mine === reading.current) setRange("failed");
    }
  };

  return {
    order,
    selection,
    count,
    /** The rows of a range are on their way or could not be read; `unread`: what was chosen could not be. */
    range,
    /** How many match in all, offered once all that is shown was chosen. */
    offered: !everything && pageChosen && matched > count ? matched : null,
    choose: (next: RowSelection) => choose({ ...NOTHING, selection: next }),
    /** Turns one row over, or takes all from the last that was turned over to this one. */
    select(row: InsightRow, isRange: boolean): void {
      const id = row.insightId;
      const place = shownOffset + order.indexOf(id);
      if (!isRange || selection.anchorId === null) {
        const next = isRange ? selectRange(selection, id, order) : toggleRow(selection, id);
        choose({ selection: next, anchorPlace: place, everythingOf: null });
      } else if (order.includes(selection.anchorId)) {
        choose({ ...chosen, selection: selectRange(selection, id, order), everythingOf: null });
      } else {
        void readRange(selection.anchorId, { id, place });
      }
    },
    chooseEverything: () => choose({ ...NOTHING, everythingOf: query.filter }),
    clear: () => choose(NOTHING),
    /** The rows as they are now. */
    async read(): Promise<readonly InsightRow[] | null> {
      try {
        if (everything) return await readEverything(view, query);
        const here = new Map(shown.map((row) => [row.insightId, row]));
        const rows = await Promise.all(
          [...selection.ids].map(async (id) => here.get(id) ?? (await view.insight(id))),
        );
        return rows.filter((row) => row !== null);
      } catch {
        setRange("unread");
        return null;
      }
    },
  };
}

/** Of one moment, so that what comes in meanwhile neither repeats nor hides a row between two parts. */
async function readEverything(view: InsightView, query: InsightQuery): Promise<InsightRow[]> {
  const snapshot = await view.snapshot(query);
  try {
    const found: InsightRow[] = [];
    while (found.length < snapshot.matched) {
      found.push(...(await snapshot.rows(found.length, READ_ROWS)));
    }
    return found;
  } finally {
    snapshot.release();
  }
}
