import type { Database, View, WriteTransaction } from "../db/database.ts";

/** A collection as a Sentinel or an import names it, with the window that it states. */
export interface CollectionWindow {
  readonly sourceId: string;
  readonly windowStartMs: number | null;
  readonly windowEndMs: number | null;
}

/** The stored collections of a Sentinel with these source ids. */
export function findCollections(view: View, deviceRef: number, sourceIds: readonly string[]) {
  return view
    .selectFrom("collections")
    .select(["collection_id", "source_id", "window_start", "window_end"])
    .where("device_ref", "=", deviceRef)
    .where("source_id", "in", sourceIds)
    .execute();
}

/** Makes collections of a Sentinel; those that exist are left as they are. */
export async function insertCollections(
  db: Database,
  transaction: WriteTransaction,
  deviceRef: number,
  collections: readonly CollectionWindow[],
): Promise<void> {
  const rows = collections.map(({ sourceId, windowStartMs, windowEndMs }) => ({
    device_ref: deviceRef,
    source_id: sourceId,
    window_start: windowStartMs,
    window_end: windowEndMs,
  }));
  await db.dialect.insertMany(transaction, "collections", rows, ["device_ref", "source_id"]);
}

export async function setCollectionWindow(
  transaction: WriteTransaction,
  collectionId: number,
  { windowStartMs, windowEndMs }: Omit<CollectionWindow, "sourceId">,
): Promise<void> {
  await transaction
    .updateTable("collections")
    .set({ window_start: windowStartMs, window_end: windowEndMs })
    .where("collection_id", "=", collectionId)
    .execute();
}
