import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { createTestDatabase, whyNoPostgres } from "./postgres-server.ts";

/** An empty, migrated database of one kind, and the way to be rid of it. */
export interface OpenedDatabase {
  readonly db: Database;
  /** The folder that is its DATA_DIR; on PostgreSQL nothing lies there. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Opens the same data once more, as another process would. */
  again(): Promise<Database>;
  close(): Promise<void>;
}

export interface DatabaseKind {
  readonly name: "SQLite" | "PostgreSQL";
  open(): Promise<OpenedDatabase>;
}

const sqlite: DatabaseKind = {
  name: "SQLite",
  open: () => openWith(null, async () => undefined),
};

const postgres: DatabaseKind = {
  name: "PostgreSQL",
  async open() {
    const { url, drop } = await createTestDatabase();
    return openWith(url, drop);
  },
};

/** For `describe.each`: SQLite always, PostgreSQL where a server is given; it says once why not. */
export const DATABASE_KINDS: readonly DatabaseKind[] = kinds();

function kinds(): DatabaseKind[] {
  const reason = whyNoPostgres();
  if (reason === null) return [sqlite, postgres];
  console.warn(`Skipped: suites on PostgreSQL, because ${reason}.`);
  return [sqlite];
}

async function openWith(databaseUrl: string | null, drop: () => Promise<void>): Promise<OpenedDatabase> {
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
