import type { Database, WriteTransaction } from "../db/database.ts";

export async function hasClearings(db: Database): Promise<boolean> {
  const found = await db.reader
    .selectFrom("device_clearings")
    .select("device_ref")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The Sentinel to work on, locked; null where another process has the only one. */
export async function takeClearing(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
): Promise<number | null> {
  const oldest = transaction
    .selectFrom("device_clearings")
    .select("device_ref")
    .orderBy("started_at")
    .orderBy("device_ref")
    .limit(1);
  const taken = await locks.readingUnlocked(oldest).executeTakeFirst();
  return taken?.device_ref ?? null;
}

/**
 * Deletes some insights of a cleared Sentinel with their photos and history. Their tombstones go too, because no
 * mirror has rows of a Sentinel that nobody reaches.
 *
 * @returns how many insights were deleted
 */
export async function deleteSomeInsights(
  db: Pick<Database, "locks" | "dialect">,
  transaction: WriteTransaction,
  { deviceRef, limit, nowMs }: { deviceRef: number; limit: number; nowMs: number },
): Promise<number> {
  const rows = await transaction
    .selectFrom("insights")
    .select("insight_id")
    .where("device_ref", "=", deviceRef)
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ insight_id }) => insight_id);
  const photos = await transaction
    .selectFrom("photos")
    .select("content_hash")
    .distinct()
    .where("insight_id", "in", ids)
    .execute();
  const last = await transaction
    .selectFrom("tombstones")
    .select("tombstone_id")
    .orderBy("tombstone_id", "desc")
    .limit(1)
    .executeTakeFirst();
  await transaction.deleteFrom("insights").where("insight_id", "in", ids).execute();
  await transaction
    .deleteFrom("tombstones")
    .where("tombstone_id", ">", last?.tombstone_id ?? 0)
    .where("device_ref", "=", deviceRef)
    .execute();
  await dropUnusedFiles(
    db,
    transaction,
    photos.map(({ content_hash }) => content_hash),
    nowMs,
  );
  return ids.length;
}

/** Queues for removal the files that no photo names any more. */
async function dropUnusedFiles(
  { locks, dialect }: Pick<Database, "locks" | "dialect">,
  transaction: WriteTransaction,
  hashes: readonly string[],
  nowMs: number,
): Promise<void> {
  if (hashes.length === 0) return;
  const files = transaction.selectFrom("photo_files").where("content_hash", "in", hashes);
  // A photo with the same content may be inserted just now; it holds the same lock (insertPhotoFiles).
  await locks.lock(transaction, files.select("content_hash").orderBy("content_hash"));
  const unused = await transaction
    .deleteFrom("photo_files")
    .where("content_hash", "in", hashes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("photos")
            .select("photo_id")
            .whereRef("photos.content_hash", "=", "photo_files.content_hash"),
        ),
      ),
    )
    .returning("content_hash")
    .execute();
  const queued = unused.map(({ content_hash }) => ({ content_hash, since: nowMs }));
  await dialect.insertMany(transaction, "unused_photo_files", queued, ["content_hash"]);
}

/** Deletes some status reports of a cleared Sentinel. @returns how many */
export async function deleteSomeReports(
  transaction: WriteTransaction,
  deviceRef: number,
  limit: number,
): Promise<number> {
  const some = await transaction
    .selectFrom("device_reports")
    .select("recorded_at")
    .where("device_ref", "=", deviceRef)
    .orderBy("recorded_at")
    .limit(limit)
    .execute();
  const last = some.at(-1);
  if (last === undefined) return 0;
  await transaction
    .deleteFrom("device_reports")
    .where("device_ref", "=", deviceRef)
    .where("recorded_at", "<=", last.recorded_at)
    .execute();
  return some.length;
}

/** Deletes some collections of a cleared Sentinel. @returns how many */
export async function deleteSomeCollections(
  transaction: WriteTransaction,
  deviceRef: number,
  limit: number,
): Promise<number> {
  const some = await transaction
    .selectFrom("collections")
    .select("collection_id")
    .where("device_ref", "=", deviceRef)
    .limit(limit)
    .execute();
  if (some.length === 0) return 0;
  const ids = some.map(({ collection_id }) => collection_id);
  await transaction.deleteFrom("collections").where("collection_id", "in", ids).execute();
  return ids.length;
}

/** Deletes the row of a Sentinel, with what is left of it; the clearing is over then. */
export async function deleteDevice(transaction: WriteTransaction, deviceRef: number): Promise<void> {
  await transaction.deleteFrom("devices").where("device_ref", "=", deviceRef).execute();
}

/** Files that have not been in use since `beforeMs`, and whether a photo names them again. */
export async function findUnusedFiles(db: Database, beforeMs: number, limit: number) {
  return db.reader
    .selectFrom("unused_photo_files as u")
    .leftJoin("photo_files as f", "f.content_hash", "u.content_hash")
    .where("u.since", "<=", beforeMs)
    .select(["u.content_hash", "f.content_hash as used"])
    .orderBy("u.since")
    .limit(limit)
    .execute();
}

/** Ends the wait of these files for their removal. */
export async function forgetUnusedFiles(db: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.write((transaction) =>
    transaction.deleteFrom("unused_photo_files").where("content_hash", "in", hashes).execute(),
  );
}

/** Lets these files wait again. */
export async function postponeUnusedFiles(
  db: Database,
  hashes: readonly string[],
  nowMs: number,
): Promise<void> {
  if (hashes.length === 0) return;
  await db.write((transaction) =>
    transaction
      .updateTable("unused_photo_files")
      .set({ since: nowMs })
      .where("content_hash", "in", hashes)
      .execute(),
  );
}
