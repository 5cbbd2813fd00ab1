import type { Database } from "../../../server/db/database.ts";
import { postgresLocks } from "../../../server/db/postgres/postgres-locks.ts";
import { type OpenedDatabase, openMigrated } from "./opened-database.ts";
import { createTestDatabase, whyNoPostgres } from "./postgres-server.ts";

export interface DatabaseKind {
  readonly name: "SQLite" | "PostgreSQL";
  open(): Promise<OpenedDatabase>;
}

const sqlite: DatabaseKind = {
  name: "SQLite",
  open: () => openMigrated(null),
};

const postgres: DatabaseKind = {
  name: "PostgreSQL",
  async open() {
    const { url, drop } = await createTestDatabase();
    return openMigrated(url, drop);
  },
};

/** For `describe.each`: SQLite always, PostgreSQL where a server is given; prints once why not. */
export const DATABASE_KINDS: readonly DatabaseKind[] = kinds();

function kinds(): DatabaseKind[] {
  const reason = whyNoPostgres();
  if (reason === null) return [sqlite, postgres];
  console.warn(`Skipped: suites on PostgreSQL, because ${reason}.`);
  return [sqlite];
}

/** Whether a database is PostgreSQL, behind the port too. */
export function isPostgres({ locks }: Pick<Database, "locks">): boolean {
  return locks === postgresLocks;
}
