import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  findPostgresBinaries,
  type PostgresCluster,
  startPostgresCluster,
} from "../../../scripts/postgres-cluster.mjs";
import { SQLITE_FILE_NAME } from "../../../server/db/open-database.ts";

const run = promisify(execFile);

/** Where the data of a server lies, with a copy of it. */
export interface RestorableStorage {
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

export async function sqliteStorage(): Promise<RestorableStorage> {
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
export async function postgresStorage(): Promise<RestorableStorage> {
  const binaries = findPostgresBinaries();
  if (binaries === null) throw new Error("there are no binaries of PostgreSQL");
  const cluster: PostgresCluster = await startPostgresCluster(binaries);
  // The cluster has a process group of its own, which no signal to this process reaches.
  process.once("exit", cluster.stop);
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
      process.off("exit", cluster.stop);
      cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
