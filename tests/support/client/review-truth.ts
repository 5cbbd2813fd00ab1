import { openDatabase } from "../../../server/db/open-database.ts";

export interface HistoryEntry {
  insightId: string;
  from: string;
  to: string;
  username: string;
  bulkId: string;
}

/** The statuses of these insights in the server's SQLite database at `dataDir`, which the app must end with. */
export async function readTruth(dataDir: string, insightIds: readonly string[]) {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  const numbers = insightIds.map(Number);
  try {
    const rows = await db.reader
      .selectFrom("insights")
      .select(["insight_id", "insight_status"])
      .where("insight_id", "in", numbers)
      .execute();
    const entries = await db.reader
      .selectFrom("insight_history")
      .innerJoin("users", "users.user_id", "insight_history.user_id")
      .select(["insight_id", "from_status", "to_status", "username", "bulk_id"])
      .where("insight_id", "in", numbers)
      .orderBy("history_id")
      .execute();
    const statuses = new Map(rows.map((row) => [String(row.insight_id), String(row.insight_status)]));
    const history = entries.map(
      (entry): HistoryEntry => ({
        insightId: String(entry.insight_id),
        from: entry.from_status,
        to: entry.to_status,
        username: entry.username,
        bulkId: String(entry.bulk_id),
      }),
    );
    return { statuses, history };
  } finally {
    await db.close();
  }
}

/** How many bulk updates the server has taken. */
export async function countBulkUpdates(dataDir: string): Promise<number> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const { count } = await db.reader
      .selectFrom("bulk_updates")
      .select((build) => build.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  } finally {
    await db.close();
  }
}
