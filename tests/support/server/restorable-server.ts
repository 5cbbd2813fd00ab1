import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  findPostgresBinaries,
  type PostgresCluster,
  startPostgresCluster,
} from "../../../scripts/postgres-cluster.mjs";
import { openDatabase, SQLITE_FILE_NAME } from "../../../server/db/open-database.ts";
import { TestClock } from "../time/test-clock.ts";
import type { DatabaseKind } from "./databases.ts";
import type { OpenedDatabase } from "./opened-database.ts";
import { makeTestApp, type TestApp } from "./test-app.ts";

const run = promisify(execFile);

/** Where the data of a server lies, with a copy of it. */
interface Storage {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** All of these with the server stopped. */
  backUp(): Promise<void>;
  /** As docs/operators.md says: the server begins a new generation. */
  restore(): Promise<void>;
  /** As a snapshot of the disk: the generation stays. */
  rollBack(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A server in process whose data can be backed up, restored and rolled back. Each of these ends the server and starts
 * another one over the data: `app` is always the present one, on one clock.
 */
export class RestorableServer {
  app: TestApp;
  readonly #storage: Storage;
  readonly #clock = new TestClock();

  private constructor(storage: Storage, app: TestApp) {
    this.#storage = storage;
    this.app = app;
    this.#clock = app.clock;
  }

  static async open({ name }: DatabaseKind): Promise<RestorableServer> {
    const storage = await (name === "SQLite" ? sqliteStorage() : postgresStorage());
    return new RestorableServer(storage, await startApp(storage, new TestClock()));
  }

  backUp(): Promise<void> {
    return this.#whileStopped(() => this.#storage.backUp());
  }

  restore(): Promise<void> {
    return this.#whileStopped(() => this.#storage.restore());
  }

  rollBack(): Promise<void> {
    return this.#whileStopped(() => this.#storage.rollBack());
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.#storage.close();
  }

  async #whileStopped(work: () => Promise<void>): Promise<void> {
    await this.app.close();
    await work();
    this.app = await startApp(this.#storage, this.#clock);
  }
}

async function startApp({ dataDir, databaseUrl }: Storage, clock: TestClock): Promise<TestApp> {
  const db = await openDatabase({ dataDir, databaseUrl });
  await db.migrate();
  const again = () => Promise.reject(new Error("opened once"));
  const opened: OpenedDatabase = { db, dataDir, databaseUrl, again, close: () => db.close() };
  // Ids that no earlier server over the same data has used.
  return makeTestApp({ opened, clock, ids: { uuid: randomUUID }, env: { SESSION_DAYS: "365" } });
}

async function sqliteStorage(): Promise<Storage> {
  const dataDir = await mkdtemp(join(tmpdir(), "understory-restorable-"));
  const file = join(dataDir, SQLITE_FILE_NAME);
  const seal = `${file}-seal.json`;
  return {
    dataDir,
    databaseUrl: null,
    async backUp() {
      await copyFile(file, `${file}.backup`);
      await copyFile(seal, `${seal}.backup`);
    },
    // Into the very same file: its inode and time of birth stay, as where a backup is copied in place.
    restore: () => copyFile(`${file}.backup`, file),
    async rollBack() {
      await copyFile(`${file}.backup`, file);
      await copyFile(`${seal}.backup`, seal);
    },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A cluster of its own: a snapshot of the disk has all databases of a cluster, and the numbers of its transactions. */
async function postgresStorage(): Promise<Storage> {
  const binaries = findPostgresBinaries();
  if (binaries === null) throw new Error("there are no binaries of PostgreSQL");
  const cluster: PostgresCluster = await startPostgresCluster(binaries);
  const dataDir = await mkdtemp(join(tmpdir(), "understory-restorable-"));
  const dump = join(dataDir, "dump.sql");
  return {
    dataDir,
    databaseUrl: cluster.url,
    async backUp() {
      await run("pg_dump", ["--no-owner", "--file", dump, cluster.url]);
      await cluster.snapshot();
    },
    async restore() {
      const fresh = "drop schema public cascade; create schema public";
      await run("psql", ["--quiet", "--set", "ON_ERROR_STOP=1", "--command", fresh, cluster.url]);
      await run("psql", ["--quiet", "--set", "ON_ERROR_STOP=1", "--file", dump, cluster.url]);
    },
    rollBack: () => cluster.rollBack(),
    async close() {
      cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
