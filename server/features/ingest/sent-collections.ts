import type { Database, WriteTransaction } from "../../db/database.ts";
import {
  type CollectionWindow,
  findCollections,
  insertCollections,
  setCollectionWindow,
} from "../../insight-store/collection-repository.ts";

/**
 * The ids of collections by their source ids; new ones are inserted. A window only grows, so that it spans all
 * windows that the Sentinel stated, in whatever order they arrive.
 */
export async function takeCollections(
  db: Database,
  transaction: WriteTransaction,
  deviceRef: number,
  sent: readonly CollectionWindow[],
): Promise<Map<string, number>> {
  const wanted = spans(sent);
  const ids = new Map<string, number>();
  if (wanted.size === 0) return ids;
  for (const row of await findCollections(transaction, deviceRef, [...wanted.keys()])) {
    const window = widened(wanted.get(row.source_id), row);
    ids.set(row.source_id, row.collection_id);
    if (window.windowStartMs === row.window_start && window.windowEndMs === row.window_end) continue;
    await setCollectionWindow(transaction, row.collection_id, window);
  }
  const fresh = [...wanted.values()].filter(({ sourceId }) => !ids.has(sourceId));
  if (fresh.length === 0) return ids;
  await insertCollections(db, transaction, deviceRef, fresh);
  const freshIds = fresh.map(({ sourceId }) => sourceId);
  for (const row of await findCollections(transaction, deviceRef, freshIds)) {
    ids.set(row.source_id, row.collection_id);
  }
  return ids;
}

/** Each collection once, with the window that its insights span together. */
function spans(sent: readonly CollectionWindow[]): Map<string, CollectionWindow> {
  const collections = new Map<string, CollectionWindow>();
  for (const one of sent) {
    const before = collections.get(one.sourceId);
    const row =
      before === undefined ? null : { window_start: before.windowStartMs, window_end: before.windowEndMs };
    collections.set(one.sourceId, row === null ? one : { sourceId: one.sourceId, ...widened(one, row) });
  }
  return collections;
}

function widened(
  sent: CollectionWindow | undefined,
  window: { window_start: number | null; window_end: number | null },
): Omit<CollectionWindow, "sourceId"> {
  return {
    windowStartMs: pick(Math.min, sent?.windowStartMs ?? null, window.window_start),
    windowEndMs: pick(Math.max, sent?.windowEndMs ?? null, window.window_end),
  };
}

function pick(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}
