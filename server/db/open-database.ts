import { join } from "node:path";
import type { Database } from "./database.ts";
import { PostgresDatabase } from "./postgres/postgres-database.ts";
import { SqliteDatabase } from "./sqlite/sqlite-database.ts";

interface DatabaseConfig {
  /** A PostgreSQL URL; null for SQLite in the data folder. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

export const SQLITE_FILE_NAME = "understory.sqlite";

/**
 * Opens the database that the configuration names; the data folder is there. Connections are made on demand, and
 * `migrate()` makes the tables.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.databaseUrl !== null) return new PostgresDatabase(config.databaseUrl);
  return new SqliteDatabase({ file: join(config.dataDir, SQLITE_FILE_NAME) });
}
