import type {
  InsightEngine,
  InsightPage,
  InsightQuery,
  InsightRow,
} from "../../../../query/insight-engine.ts";
import { chosenOf, countChosen, selectionIn } from "../../../../ui/data-table/row-selection.ts";
import type { RangeReading, TableState } from "../../../../ui/data-table/table-controller.ts";
import { staysShown } from "../../actions/unsaved-overlay.ts";

const READ_ROWS = 2000;

/** The selected insights, as the screen shows them. */
export interface InsightSelection {
  ids: ReadonlySet<string>;
  count: number;
  /** Of these, how many other pages show. */
  elsewhere: number;
  /** How many insights are in the chosen rows, on whichever page; null where they are not counted yet. */
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
  /** Rows may be collections. */
  grouped: boolean;
  rows: readonly InsightRow[];
  /** The page that is shown; null before the first. */
  page: InsightPage | null;
  narrow: boolean;
  /** Rows come and go by scrolling: what is not shown is not on another page. */
  scroll: boolean;
  /** How many insights are in a row of a list that was shown or read before; undefined for any other. */
  insightsIn(list: string, insightId: string): number | undefined;
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
  const inShown = new Map(rows.map((row) => [row.insightId, insightsInRow(row)]));
  const insightsIn = (id: string) => inShown.get(id) ?? shown.insightsIn(shown.list, id);
  const inNamed = sumOf(without ?? selection.ids, insightsIn);
  const insights =
    without === null ? inNamed : differenceOf(shown.grouped ? page?.insights : matched, inNamed);
  const pageChosen = order.length > 0 && order.every((id) => selection.ids.has(id));
  const mayOffer = without !== null || pageChosen || (narrow && count > 0);
  return {
    ids: selection.ids,
    count,
    elsewhere: without !== null || scroll ? 0 : [...selection.ids].filter((id) => !order.includes(id)).length,
    insights,
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

/** Insights in a row, which is one or a collection. */
export const insightsInRow = ({ members }: Pick<InsightRow, "members">): number =>
  Math.max(1, members.length);

/** Null where one of them is not known. */
function sumOf(ids: ReadonlySet<string>, insightsIn: (id: string) => number | undefined): number | null {
  let sum = 0;
  for (const id of ids) {
    const insights = insightsIn(id);
    if (insights === undefined) return null;
    sum += insights;
  }
  return sum;
}

function differenceOf(all: number | undefined, without: number | null): number | null {
  return all === undefined || without === null ? null : all - without;
}
