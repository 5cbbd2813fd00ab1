import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import type { SentCollection } from "./sent-insight.ts";

/**
 * The ids of collections by what the Sentinel calls them; those that are new are made. A window only grows, to span
 * all that the Sentinel's insights said of it, in whatever order they come.
 */
export async function takeCollections(
  db: Database,
  transaction: Transaction<Schema>,
  deviceRef: number,
  sent: readonly SentCollection[],
): Promise<Map<string, number>> {
  const wanted = spans(sent);
  const ids = new Map<string, number>();
  if (wanted.size === 0) return ids;
  const known = await find(transaction, deviceRef, [...wanted.keys()]);
  for (const row of known) {
    const { windowStartMs, windowEndMs } = widened(wanted.get(row.source_id), row);
    ids.set(row.source_id, row.collection_id);
    if (windowStartMs === row.window_start && windowEndMs === row.window_end) continue;
    await transaction
      .updateTable("collections")
      .set({ window_start: windowStartMs, window_end: windowEndMs })
      .where("collection_id", "=", row.collection_id)
      .execute();
  }
  const fresh = [...wanted.values()].filter(({ sourceId }) => !ids.has(sourceId));
  if (fresh.length === 0) return ids;
  await db.dialect.insertMany(
    transaction,
    "collections",
    fresh.map(({ sourceId, windowStartMs, windowEndMs }) => ({
      device_ref: deviceRef,
      source_id: sourceId,
      window_start: windowStartMs,
      window_end: windowEndMs,
    })),
    ["device_ref", "source_id"],
  );
  const made = await find(
    transaction,
    deviceRef,
    fresh.map(({ sourceId }) => sourceId),
  );
  for (const row of made) ids.set(row.source_id, row.collection_id);
  return ids;
}

function find(transaction: Transaction<Schema>, deviceRef: number, sourceIds: readonly string[]) {
  return transaction
    .selectFrom("collections")
    .select(["collection_id", "source_id", "window_start", "window_end"])
    .where("device_ref", "=", deviceRef)
    .where("source_id", "in", sourceIds)
    .execute();
}

/** Each collection once, with the window that its insights span together. */
function spans(sent: readonly SentCollection[]): Map<string, SentCollection> {
  const collections = new Map<string, SentCollection>();
  for (const one of sent) {
    const before = collections.get(one.sourceId);
    const row =
      before === undefined ? null : { window_start: before.windowStartMs, window_end: before.windowEndMs };
    collections.set(one.sourceId, row === null ? one : { sourceId: one.sourceId, ...widened(one, row) });
  }
  return collections;
}

function widened(
  sent: SentCollection | undefined,
  window: { window_start: number | null; window_end: number | null },
): Omit<SentCollection, "sourceId"> {
  return {
    windowStartMs: pick(Math.min, sent?.windowStartMs ?? null, window.window_start),
    windowEndMs: pick(Math.max, sent?.windowEndMs ?? null, window.window_end),
  };
}

function pick(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}
