import { join } from "node:path";
import type { Database } from "./database.ts";

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
  // Imported on demand: the package of PostgreSQL takes some 50 ms to load.
  if (config.databaseUrl !== null) {
    const { PostgresDatabase } = await import("./postgres/postgres-database.ts");
    return new PostgresDatabase(config.databaseUrl);
  }
  const { SqliteDatabase } = await import("./sqlite/sqlite-database.ts");
  return new SqliteDatabase({ file: join(config.dataDir, SQLITE_FILE_NAME) });
}
