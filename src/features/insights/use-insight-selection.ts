import { useRef, useState } from "react";
import type { InsightPage, InsightQuery, InsightRow, InsightView } from "../../query/insight-view.ts";
import { idsBetween, type PlacedRow } from "./range-of-rows.ts";
import {
  keepShown,
  NOTHING_SELECTED,
  type RowSelection,
  selectRange,
  togglePage,
  toggleRow,
} from "./row-selection.ts";

/** Rows that are read at once where everything that matches is acted on. */
const READ_ROWS = 2000;

/** All that match, whether they are shown or not: a rule, which holds on every page until the filter is another one. */
interface EverythingChosen {
  /** The filter by its value. */
  of: string;
  /** Rows that were taken out again. */
  without: ReadonlySet<string>;
}

interface Chosen {
  selection: RowSelection;
  /** Place of the anchor in all that matches, from 0, when it was chosen. */
  anchorPlace: number;
  everything: EverythingChosen | null;
}

const NOTHING: Chosen = { selection: NOTHING_SELECTED, anchorPlace: 0, everything: null };

interface SelectionInput {
  view: InsightView;
  query: InsightQuery;
  shown: readonly InsightRow[];
  /** Place of the first row that is shown, from 0. */
  shownOffset: number;
  /** The page that is shown, with how many match in all; null before the first. */
  page: InsightPage | null;
  /** On a phone no box chooses all that is shown: all that match are offered with the first. */
  narrow: boolean;
  /** Rows come and go by scrolling, so what was chosen need not be shown. */
  scroll: boolean;
}

/** What is chosen: rows, or everything that the filters let through. */
export function useInsightSelection(input: SelectionInput) {
  const { view, query, shown, shownOffset, page, narrow, scroll } = input;
  const matched = page?.matched ?? 0;
  const [chosen, setChosen] = useState(NOTHING);
  const [range, setRange] = useState<"reading" | "failed" | "unread" | null>(null);
  const reading = useRef(0);
  const order = shown.map(({ insightId }) => insightId);
  const rule = JSON.stringify([query.filter, query.grouped]);
  const without = chosen.everything?.of === rule ? chosen.everything.without : null;
  const selection: RowSelection =
    without !== null
      ? { ids: new Set(order.filter((id) => !without.has(id))), anchorId: chosen.selection.anchorId }
      : scroll
        ? chosen.selection
        : keepShown(chosen.selection, order);
  const count = without === null ? selection.ids.size : Math.max(0, matched - without.size);
  const insights =
    without === null ? insightsOf(shown, selection) : without.size === 0 ? (page?.insights ?? null) : null;
  const pageChosen = order.length > 0 && order.every((id) => selection.ids.has(id));
  const choose = (next: Chosen) => {
    // A range that is still being read is no longer wanted.
    reading.current += 1;
    setRange(null);
    setChosen(next);
  };
  const chooseEverythingBut = (out: ReadonlySet<string>, anchorId: string | null) =>
    choose({ ...NOTHING, selection: { ids: new Set(), anchorId }, everything: { of: rule, without: out } });
  /** Takes rows that are shown out of all that match, or brings them back. */
  const chooseOfEverything = (out: ReadonlySet<string>, next: RowSelection) => {
    const others = [...out].filter((id) => !order.includes(id));
    chooseEverythingBut(new Set([...others, ...order.filter((id) => !next.ids.has(id))]), next.anchorId);
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
      choose({ ...chosen, selection: { ids, anchorId }, everything: null });
    } catch {
      if (mine === reading.current) setRange("failed");
    }
  };

  return {
    order,
    selection,
    count,
    /** How many insights are in the rows chosen, where that is another number and known. */
    insights: insights === count ? null : insights,
    /** The rows of a range are on their way or could not be read; `unread`: what was chosen could not be. */
    range,
    /** How many were taken out of all that match; null where not all that match were chosen. */
    without: without?.size ?? null,
    /** How many match in all, offered once all that is shown was chosen, on a phone with the first, or while some were taken out. */
    offered:
      !page?.countsLater && matched > count && (without !== null || pageChosen || (narrow && count > 0))
        ? matched
        : null,
    selectPage(): void {
      const next = togglePage(selection, order);
      if (without !== null) chooseOfEverything(without, next);
      else choose({ ...NOTHING, selection: next });
    },
    /** Turns one row over, or takes all from the last that was turned over to this one. */
    select(row: InsightRow, isRange: boolean): void {
      const id = row.insightId;
      const place = shownOffset + order.indexOf(id);
      if (without !== null) {
        chooseOfEverything(without, isRange ? selectRange(selection, id, order) : toggleRow(selection, id));
      } else if (!isRange || selection.anchorId === null) {
        const next = isRange ? selectRange(selection, id, order) : toggleRow(selection, id);
        choose({ selection: next, anchorPlace: place, everything: null });
      } else if (order.includes(selection.anchorId)) {
        choose({ ...chosen, selection: selectRange(selection, id, order) });
      } else {
        void readRange(selection.anchorId, { id, place });
      }
    },
    chooseEverything: () => chooseEverythingBut(new Set(), null),
    clear: () => choose(NOTHING),
    /** The rows as they are now. */
    async read(): Promise<readonly InsightRow[] | null> {
      try {
        if (without !== null) {
          const all = await readEverything(view, query);
          return all.filter(({ insightId }) => !without.has(insightId));
        }
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

/** Null where a chosen row is not shown: how many insights are in it is not known here. */
function insightsOf(shown: readonly InsightRow[], { ids }: RowSelection): number | null {
  const chosen = shown.filter(({ insightId }) => ids.has(insightId));
  if (chosen.length !== ids.size) return null;
  return chosen.reduce((sum, { members }) => sum + Math.max(1, members.length), 0);
}
