import { sql } from "kysely";
import type { RowLocks } from "../database.ts";

export const postgresLocks: RowLocks = {
  async lock(transaction, query, strength = "update") {
    const locking = strength === "update" ? query.forUpdate() : query.forNoKeyUpdate();
    // Counts the rows in the database, so that the keys of thousands of rows are not sent.
    await sql`select count(*) from (${locking}) as locked`.execute(transaction);
  },
  reading: (query) => query.forUpdate(),
  readingUnlocked: (query) => query.forUpdate().skipLocked(),
};
