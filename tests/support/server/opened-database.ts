import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../server/db/database.ts";
import { openDatabase } from "../../../server/db/open-database.ts";

/** An empty, migrated database of one kind, with a function to remove it. */
export interface OpenedDatabase {
  readonly db: Database;
  /** The folder that is its DATA_DIR; on PostgreSQL it stays empty. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Opens the same data once more, as another process would. */
  again(): Promise<Database>;
  close(): Promise<void>;
}

/**
 * An empty, migrated database with a folder of its own.
 *
 * @param databaseUrl of PostgreSQL; null for SQLite in the folder
 * @param drop removes the database after it was closed
 */
export async function openMigrated(
  databaseUrl: string | null,
  drop: () => Promise<void> = async () => undefined,
): Promise<OpenedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "understory-db-"));
  const opened: Database[] = [];
  const again = async () => {
    const db = await openDatabase({ databaseUrl, dataDir });
    opened.push(db);
    await db.migrate();
    return db;
  };
  const db = await again();
  return {
    db,
    dataDir,
    databaseUrl,
    again,
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
