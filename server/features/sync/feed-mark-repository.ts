import { randomBytes } from "node:crypto";
import type { Database, WriteTransaction } from "../../db/database.ts";

/**
 * Marks of positions. A database that is rolled back and goes on gives its positions out a second time, for other
 * changes; where the generation was rolled back with it, nothing in the position tells the two apart. So each position
 * is given out with a random mark, which is stored after the view was read: a database that has the mark has everything
 * that the view showed, and one that was rolled back behind it has not.
 */

/** Stores a new mark. Called after the view of the position was read, and before the position is given out. */
export async function insertFeedMark(db: Database, nowMs: number): Promise<string> {
  // The time is part of it, because a virtual machine that is rolled back with its memory may draw the same random
  // number again.
  const mark = nowMs.toString(36) + randomBytes(9).toString("base64url");
  await db.write((transaction) =>
    transaction.insertInto("feed_marks").values({ mark, created_at: nowMs }).execute(),
  );
  return mark;
}

/** Whether this history has given out the mark. */
export async function hasFeedMark(view: WriteTransaction, mark: string): Promise<boolean> {
  const found = await view
    .selectFrom("feed_marks")
    .select("mark")
    .where("mark", "=", mark)
    .executeTakeFirst();
  return found !== undefined;
}
