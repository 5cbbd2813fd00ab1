import { isSameValue } from "../../domain/same-value.ts";
import type { InsightPage, InsightRow } from "../insight-engine.ts";

/** A page on its way from the worker: a row that the page sent before has too is its id alone. */
export interface SentPage extends Omit<InsightPage, "rows"> {
  rows: readonly (InsightRow | string)[];
}

/**
 * The worker's end. While a list is scrolled nine of ten rows are those of the page before: sent again, each would be
 * copied twice, and the copies would bring the collection of garbage into the frames of the scroll.
 */
export function createPageSender(): (page: InsightPage) => SentPage {
  let sent = new Map<string, InsightRow>();
  return (page) => {
    const before = sent;
    sent = byId(page.rows);
    const rows = page.rows.map((row) => (isSameValue(before.get(row.insightId), row) ? row.insightId : row));
    return { ...page, rows };
  };
}

/** The page's end; it must be given every page of its worker, also those that nobody waits for any more. */
export function createPageReceiver(): (page: SentPage) => InsightPage {
  let received = new Map<string, InsightRow>();
  return (page) => {
    const rows = page.rows.map((row) => (typeof row === "string" ? known(received, row) : row));
    received = byId(rows);
    return { ...page, rows };
  };
}

function known(rows: ReadonlyMap<string, InsightRow>, id: string): InsightRow {
  const row = rows.get(id);
  if (row === undefined) throw new Error("The query worker has named a row that it had not sent.");
  return row;
}

function byId(rows: readonly InsightRow[]): Map<string, InsightRow> {
  return new Map(rows.map((row) => [row.insightId, row]));
}
