import { BULK_STATUS } from "../../src/domain/bulk-update.ts";
import type { Database } from "../db/database.ts";

/** @returns how many were deleted */
export async function deleteAnsweredKeysBefore(db: Database, timeMs: number): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction.deleteFrom("answered_keys").where("created_at", "<", timeMs).executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}

/** Deletes some bulk updates that were finished before. @returns how many */
export async function deleteFinishedBefore(db: Database, timeMs: number, limit: number): Promise<number> {
  return db.write(async (transaction) => {
    const rows = await transaction
      .selectFrom("bulk_updates")
      .select("bulk_id")
      .where("status", "in", [BULK_STATUS.completed, BULK_STATUS.blocked])
      .where("finished_at", "<", timeMs)
      .orderBy("bulk_id")
      .limit(limit)
      .execute();
    const ids = rows.map(({ bulk_id }) => bulk_id);
    if (ids.length > 0) await transaction.deleteFrom("bulk_updates").where("bulk_id", "in", ids).execute();
    return ids.length;
  });
}

/** @returns how many were deleted */
export async function deleteTombstonesBefore(db: Database, timeMs: number): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction.deleteFrom("tombstones").where("created_at", "<", timeMs).executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}

/** @returns how many were deleted */
export async function deleteReplacedBefore(db: Database, timeMs: number): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction.deleteFrom("replaced_decisions").where("replaced_at", "<", timeMs).executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}

/** @returns how many were deleted */
export async function deleteFeedMarksBefore(db: Database, timeMs: number): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction.deleteFrom("feed_marks").where("created_at", "<", timeMs).executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}

/** @returns the ids of the unfinished uploads that were deleted */
export async function deleteUploadsBefore(db: Database, timeMs: number): Promise<number[]> {
  const rows = await db.write((transaction) =>
    transaction.deleteFrom("photo_uploads").where("updated_at", "<", timeMs).returning("upload_id").execute(),
  );
  return rows.map(({ upload_id }) => upload_id);
}

/** The ids of all unfinished uploads. */
export async function findUploadIds(db: Database): Promise<number[]> {
  const rows = await db.reader.selectFrom("photo_uploads").select("upload_id").execute();
  return rows.map(({ upload_id }) => upload_id);
}

/** @returns how many were deleted */
export async function deleteAuditBefore(db: Database, timeMs: number): Promise<number> {
  const { numDeletedRows } = await db.write((transaction) =>
    transaction.deleteFrom("audit_log").where("at", "<", timeMs).executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
