import type {
  InsightEngine,
  InsightPage,
  InsightQuery,
  InsightRow,
} from "../../../../query/insight-engine.ts";
import {
  chosenOf,
  countChosen,
  type RowSelection,
  selectionIn,
} from "../../../../ui/data-table/row-selection.ts";
import type { RangeReading, TableState } from "../../../../ui/data-table/table-controller.ts";
import { staysShown } from "../../actions/unsaved-overlay.ts";

const READ_ROWS = 2000;

/** The selected insights, as the screen shows them. */
export interface InsightSelection {
  ids: ReadonlySet<string>;
  count: number;
  /** Of these, how many other pages show. */
  elsewhere: number;
  /** How many insights are in the chosen rows, where that is another number and known. */
  insights: number | null;
  range: RangeReading;
  /** How many were taken out of all that match; null where not all that match were chosen. */
  without: number | null;
  /**
   * How many match in all, where choosing all of them is offered: once all rows that are shown are chosen, on a phone,
   * which has no box for that, with the first, or while some were taken out.
   */
  offered: number | null;
}

interface ShownList {
  list: string;
  rows: readonly InsightRow[];
  /** The page that is shown; null before the first. */
  page: InsightPage | null;
  narrow: boolean;
  /** Rows come and go by scrolling: what is not shown is not on another page. */
  scroll: boolean;
}

type Chosen = Pick<TableState<InsightQuery, InsightPage>, "chosen" | "range">;

/** Names a list by its value: what it shows, in no order. */
export function listName({ filter, grouped }: Pick<InsightQuery, "filter" | "grouped">): string {
  return JSON.stringify([filter, grouped]);
}

export function selectionShown(state: Chosen, shown: ShownList): InsightSelection {
  const { rows, page, narrow, scroll } = shown;
  const matched = page?.matched ?? 0;
  const chosen = chosenOf(state.chosen, shown.list);
  const without = chosen.everythingBut;
  const order = rows.map(({ insightId }) => insightId);
  const selection = selectionIn(chosen, order);
  const count = countChosen(chosen, matched);
  const insights =
    without === null ? insightsOf(rows, selection) : without.size === 0 ? (page?.insights ?? null) : null;
  const pageChosen = order.length > 0 && order.every((id) => selection.ids.has(id));
  const mayOffer = without !== null || pageChosen || (narrow && count > 0);
  return {
    ids: selection.ids,
    count,
    elsewhere: without !== null || scroll ? 0 : [...selection.ids].filter((id) => !order.includes(id)).length,
    insights: insights === count ? null : insights,
    range: state.range,
    without: without?.size ?? null,
    offered: !page?.countsLater && matched > count && mayOffer ? matched : null,
  };
}

/** The chosen rows as they are now. @throws where they cannot be read */
export async function readChosen(
  view: InsightEngine,
  query: InsightQuery,
  state: Chosen,
  shown: readonly InsightRow[],
): Promise<readonly InsightRow[]> {
  const { everythingBut, selection } = chosenOf(state.chosen, listName(query));
  if (everythingBut !== null) {
    const all = await readEverything(view, query);
    return all.filter(({ insightId }) => !everythingBut.has(insightId));
  }
  const here = new Map(shown.map((row) => [row.insightId, row]));
  const rows = await Promise.all(
    [...selection.ids].map(async (id) => here.get(id) ?? (await view.insight(id))),
  );
  // A row that somebody else archived meanwhile is no longer in the list.
  return rows.filter((row) => row !== null).filter((row) => staysShown(row, query.filter.showArchived));
}

/** By one snapshot, so that rows which come in meanwhile neither repeat nor hide others between two parts. */
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
