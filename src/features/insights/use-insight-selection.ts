import { useState } from "react";
import type { InsightFilter, InsightQuery, InsightRow, InsightView } from "../../query/insight-view.ts";
import { keepShown, NOTHING_SELECTED, type RowSelection } from "./row-selection.ts";

/** Rows that are read at once where everything that matches is acted on. */
const READ_ROWS = 2000;

interface Chosen {
  selection: RowSelection;
  /** The filter of which all matches were chosen, whether they are shown or not. */
  everythingOf: InsightFilter | null;
}

const NOTHING: Chosen = { selection: NOTHING_SELECTED, everythingOf: null };

interface SelectionInput {
  view: InsightView;
  query: InsightQuery;
  shown: readonly InsightRow[];
  matched: number;
  /** Rows come and go by scrolling, so what was chosen need not be shown. */
  scroll: boolean;
}

/** What is chosen: rows, or everything that the filters let through. */
export function useInsightSelection({ view, query, shown, matched, scroll }: SelectionInput) {
  const [chosen, setChosen] = useState(NOTHING);
  const order = shown.map(({ insightId }) => insightId);
  const everything = chosen.everythingOf === query.filter;
  const selection: RowSelection = everything
    ? { ids: new Set(order), anchorId: null }
    : scroll
      ? chosen.selection
      : keepShown(chosen.selection, order);
  const count = everything ? matched : selection.ids.size;
  const pageChosen = order.length > 0 && order.every((id) => selection.ids.has(id));

  return {
    order,
    selection,
    count,
    /** How many match in all, offered once all that is shown was chosen. */
    offered: !everything && pageChosen && matched > count ? matched : null,
    choose: (next: RowSelection) => setChosen({ selection: next, everythingOf: null }),
    chooseEverything: () => setChosen({ selection: NOTHING_SELECTED, everythingOf: query.filter }),
    clear: () => setChosen(NOTHING),
    /** The rows as they are now. */
    async read(): Promise<readonly InsightRow[]> {
      if (everything) return readEverything(view, query);
      const here = new Map(shown.map((row) => [row.insightId, row]));
      const rows = await Promise.all(
        [...selection.ids].map(async (id) => here.get(id) ?? (await view.insight(id))),
      );
      return rows.filter((row) => row !== null);
    },
  };
}

async function readEverything(view: InsightView, query: InsightQuery): Promise<InsightRow[]> {
  const found = new Map<string, InsightRow>();
  for (let offset = 0; ; offset += READ_ROWS) {
    const { rows, matched } = await view.page({ ...query, offset, limit: READ_ROWS });
    for (const row of rows) found.set(row.insightId, row);
    if (rows.length === 0 || offset + rows.length >= matched) return [...found.values()];
  }
}
