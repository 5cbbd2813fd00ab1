import { mkdir } from "node:fs/promises";
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

/** Opens the database that the configuration names. Connections are made when needed; the schema is migrate()'s. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.databaseUrl !== null) return new PostgresDatabase(config.databaseUrl);
  // It holds what people entrusted to this server; a folder that is there keeps the rights that it was given.
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  return new SqliteDatabase({ file: join(config.dataDir, SQLITE_FILE_NAME) });
}
