import type { SyncPage } from "../../protocol/sync-page.ts";
import { chunkOfTable } from "./feed-rows.ts";
import type { NewInsightChunk } from "./insight-chunk.ts";

/** A page of the feed whose insights are as the mirror stores them. */
export interface EncodedPage extends Omit<SyncPage, "tables"> {
  readonly tables: Omit<SyncPage["tables"], "insights">;
  /** Null where the page says nothing about insights. */
  readonly insights: EncodedInsights | null;
}

export interface EncodedInsights {
  /** Ids of deleted insights; applied before the chunk. */
  readonly gone: readonly string[];
  readonly chunk: NewInsightChunk;
}

/**
 * Encodes the insights of a page as a chunk; other tables stay columns. Call it as soon as the page is parsed: the
 * columns of insights take many times the memory of their chunk, and what a promise or a write to the database holds
 * for long is collected late. A first copy would leave its columns behind in the tab's memory.
 */
export function encodePage({ tables: { insights, ...tables }, ...page }: SyncPage): EncodedPage {
  if (insights === undefined) return { ...page, tables, insights: null };
  return { ...page, tables, insights: { gone: insights.gone ?? [], chunk: chunkOfTable(insights) } };
}
