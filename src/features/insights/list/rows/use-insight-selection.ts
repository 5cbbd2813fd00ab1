import { useEffect, useEffectEvent, useRef, useState } from "react";
import type {
  InsightEngine,
  InsightPage,
  InsightQuery,
  InsightRow,
} from "../../../../query/insight-engine.ts";
import { staysShown } from "../../actions/unsaved-overlay.ts";
import { idsBetween, type PlacedRow } from "./range-of-rows.ts";
import {
  NOTHING_SELECTED,
  type RowSelection,
  selectRange,
  togglePage,
  toggleRow,
  withoutRows,
} from "./row-selection.ts";

/** Rows that are read at once where everything that matches is acted on. */
const READ_ROWS = 2000;
/** Where each is looked for in the whole list, so not for many. */
const MOST_LEAVING = 10;

/**
 * Rows, or all that match: that is a rule. Either holds on every page, and however the list is sorted, until the list
 * is another one: what another filter does not show is not acted on.
 */
interface Chosen {
  /** What list it is of: its filter by value, and whether collections are folded. */
  of: string;
  selection: RowSelection;
  /** Place of the anchor in all that matches, from 0, when it was chosen. */
  anchorPlace: number;
  /** Where all that match are chosen, the rows that were taken out again. */
  everythingBut: ReadonlySet<string> | null;
}

const NOTHING: Chosen = { of: "", selection: NOTHING_SELECTED, anchorPlace: 0, everythingBut: null };

interface SelectionInput {
  view: InsightEngine;
  query: InsightQuery;
  /** The question that the rows shown answer; null before the first answer. */
  answered: InsightQuery | null;
  shown: readonly InsightRow[];
  /** Place of the first row that is shown, from 0. */
  shownOffset: number;
  /** The page that is shown, with how many match in all; null before the first. */
  page: InsightPage | null;
  /** On a phone no box chooses all that is shown: all that match are offered with the first. */
  narrow: boolean;
  /** Rows come and go by scrolling: what is not shown is not on another page. */
  scroll: boolean;
  showArchived: boolean;
  /** So many rows are chosen no longer, since the list is another one. */
  onEnded(count: number): void;
}

/** What is chosen: rows, or everything that the filters let through. */
export function useInsightSelection(input: SelectionInput) {
  const { view, query, shown, shownOffset, page, narrow, scroll, showArchived } = input;
  const matched = page?.matched ?? 0;
  const [kept, setChosen] = useState(NOTHING);
  const [range, setRange] = useState<"reading" | "failed" | "unread" | null>(null);
  const reading = useRef(0);
  const order = shown.map(({ insightId }) => insightId);
  const rule = JSON.stringify([query.filter, query.grouped]);
  const chosen = kept.of === rule ? kept : NOTHING;
  const without = chosen.everythingBut;
  const selection: RowSelection =
    without !== null
      ? { ids: new Set(order.filter((id) => !without.has(id))), anchorId: chosen.selection.anchorId }
      : chosen.selection;
  const count = without === null ? selection.ids.size : Math.max(0, matched - without.size);
  const insights =
    without === null ? insightsOf(shown, selection) : without.size === 0 ? (page?.insights ?? null) : null;
  const pageChosen = order.length > 0 && order.every((id) => selection.ids.has(id));
  const choose = (next: Omit<Chosen, "of">) => {
    // A range that is still being read is no longer wanted.
    reading.current += 1;
    setRange(null);
    setChosen({ ...next, of: rule });
  };
  const ended = kept === chosen ? 0 : kept.everythingBut === null ? kept.selection.ids.size : matched;
  const tellEnded = useEffectEvent(input.onEnded);
  useEffect(() => {
    if (ended > 0) tellEnded(ended);
    if (ended > 0) setChosen(NOTHING);
  }, [ended]);
  useLeftRows(view, input.answered, order, selection.ids, (gone) =>
    setChosen((now) => ({ ...now, selection: withoutRows(now.selection, gone) })),
  );
  const chooseEverythingBut = (out: ReadonlySet<string>, anchorId: string | null) =>
    choose({ ...NOTHING, selection: { ids: new Set(), anchorId }, everythingBut: out });
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
      choose({ ...chosen, selection: { ids, anchorId }, everythingBut: null });
    } catch {
      if (mine === reading.current) setRange("failed");
    }
  };

  return {
    order,
    selection,
    count,
    /** Of these, how many other pages show. */
    elsewhere: without !== null || scroll ? 0 : [...selection.ids].filter((id) => !order.includes(id)).length,
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
        choose({ selection: next, anchorPlace: place, everythingBut: null });
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
        // What is hidden by now, by an action of somebody else, is not in the list any more.
        return rows.filter((row) => row !== null).filter((row) => staysShown(row, showArchived));
      } catch {
        setRange("unread");
        return null;
      }
    },
  };
}

/** Tells which of the chosen rows have left the list while its page stayed: they are not on another page either. */
function useLeftRows(
  view: InsightEngine,
  query: InsightQuery | null,
  order: readonly string[],
  ids: ReadonlySet<string>,
  onLeft: (gone: readonly string[]) => void,
): void {
  const before = useRef({ query, order });
  const chosen = useEffectEvent((id: string) => ids.has(id));
  const tell = useEffectEvent(onLeft);
  const key = order.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the order by value
  useEffect(() => {
    const earlier = before.current;
    before.current = { query, order };
    if (query === null || earlier.query !== query) return;
    const missing = earlier.order.filter((id) => !order.includes(id) && chosen(id));
    // So many do not leave by themselves: others came in, and moved them to the next page.
    if (missing.length === 0 || missing.length > MOST_LEAVING) return;
    const asking = new AbortController();
    Promise.all(missing.map((id) => view.placeOf(query, [id], asking.signal))).then(
      (places) => tell(missing.filter((_, at) => places[at] === null)),
      () => undefined,
    );
    return () => asking.abort();
  }, [view, query, key]);
}

/** Of one moment, so that what comes in meanwhile neither repeats nor hides a row between two parts. */
async function readEverything(view: InsightEngine, query: InsightQuery): Promise<InsightRow[]> {
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
