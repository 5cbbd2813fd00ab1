import type { RowLocks } from "../database.ts";

/** SQLite has one writer at a time, so a write transaction holds every row. */
export const sqliteLocks: RowLocks = {
  lock: async () => undefined,
  reading: (query) => query,
  readingUnlocked: (query) => query,
};
