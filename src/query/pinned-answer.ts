import type { InsightOrder, InsightRow } from "./insight-engine.ts";
import type { InsightQueries, Overlay } from "./insight-query.ts";
import { rowOfHit } from "./insight-rows.ts";

/** All rows of an answer as they were when it was made. */
export interface PinnedAnswer {
  matched: number;
  rows(offset: number, limit: number): InsightRow[];
}

/** Keeps where each row of an answer is, some 8 bytes an insight, and the chunks that they are in. */
export function pinAnswer(queries: InsightQueries, order: InsightOrder, overlay: Overlay): PinnedAnswer {
  const { columns, names } = queries;
  const heads = queries.places(order, overlay);
  const membersOf = (head: number) => (order.grouped ? queries.membersOf(head) : null);
  /** Where the insights of each row begin in what is pinned; one entry more at the end. */
  const starts = new Uint32Array(heads.length + 1);
  const isCollection = new Uint8Array(heads.length);
  for (const [at, head] of heads.entries()) {
    const members = membersOf(head);
    isCollection[at] = members === null ? 0 : 1;
    starts[at + 1] = (starts[at] ?? 0) + (members?.length ?? 1);
  }
  const places = new Uint32Array(starts[heads.length] ?? 0);
  for (const [at, head] of heads.entries()) places.set(membersOf(head) ?? [head], starts[at] ?? 0);
  const pinned = columns.pin(places);

  const rowAt = (at: number): InsightRow => {
    const [from, to] = [starts[at] ?? 0, starts[at + 1] ?? 0];
    if (isCollection[at] !== 1) return rowOfHit(pinned, names, overlay, from);
    const members = Uint32Array.from({ length: to - from }, (_, index) => from + index);
    return rowOfHit(pinned, names, overlay, { members });
  };
  return {
    matched: heads.length,
    rows(offset, limit) {
      const count = Math.max(0, Math.min(limit, heads.length - offset));
      return Array.from({ length: count }, (_, index) => rowAt(offset + index));
    },
  };
}
