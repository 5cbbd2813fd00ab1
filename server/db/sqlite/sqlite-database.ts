import { Kysely, type Transaction } from "kysely";
import type { ChangeFeed, Database, RowLocks, SqlDialect } from "../database.ts";
import { sqliteSide } from "../migrations/0001-sqlite.ts";
import { runMigrations } from "../migrations/migrations.ts";
import type { Schema } from "../schema.ts";
import { TransactionGuard } from "../transaction-guard.ts";
import { sqliteChangeFeed } from "./sqlite-change-feed.ts";
import { ReaderDriver, SqliteThreadDialect, WriterDriver } from "./sqlite-dialect.ts";
import { ensureGeneration, SealKeeper } from "./sqlite-generation.ts";
import { sqliteLocks } from "./sqlite-locks.ts";
import { sqliteSql } from "./sqlite-sql.ts";
import { SqliteThread } from "./sqlite-thread.ts";

interface SqliteSettings {
  readonly file: string;
  readonly readers?: number;
  /** How long `write` retries while another process writes, before it fails as busy. */
  readonly writeRetryMs?: number;
  /** How long one statement waits in its thread for the lock of another process. */
  readonly busyTimeoutMs?: number;
}

const READERS = 2;
const WRITE_RETRY_MS = 60_000;
const BUSY_TIMEOUT_MS = 5_000;
const SNAPSHOTS_A_READER = 16;

/** The SQLite adapter: one thread that writes, several that read. The caller's thread never waits for the file. */
export class SqliteDatabase implements Database {
  readonly reader: Kysely<Schema>;
  readonly feed: ChangeFeed;
  readonly dialect: SqlDialect = sqliteSql;
  readonly locks: RowLocks = sqliteLocks;
  readonly #file: string;
  readonly #writerThread: SqliteThread;
  readonly #readerThreads: readonly SqliteThread[];
  readonly #writer: Kysely<Schema>;
  readonly #snapshots: Kysely<Schema>;
  readonly #guard = new TransactionGuard();
  readonly #seal: SealKeeper;

  constructor(settings: SqliteSettings) {
    const { file, busyTimeoutMs = BUSY_TIMEOUT_MS } = settings;
    this.#file = file;
    this.#writerThread = new SqliteThread({ file, role: "writer", busyTimeoutMs });
    this.#readerThreads = Array.from(
      { length: settings.readers ?? READERS },
      () => new SqliteThread({ file, role: "reader", busyTimeoutMs }),
    );
    this.#writer = kyselyOver(new WriterDriver(this.#writerThread, settings.writeRetryMs ?? WRITE_RETRY_MS));
    this.reader = kyselyOver(new ReaderDriver(this.#readerThreads, "single reads", 0));
    this.#snapshots = kyselyOver(new ReaderDriver(this.#readerThreads, "snapshots", SNAPSHOTS_A_READER));
    this.#seal = new SealKeeper(file, this.reader);
    this.feed = sqliteChangeFeed(this.reader, (counter) => this.#seal.cover(counter));
  }

  write<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#guard.run(() => this.#writer.transaction().execute(work));
  }

  snapshot<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#snapshots.transaction().execute(work);
  }

  async migrate(): Promise<void> {
    await runMigrations(this.#writer, sqliteSide);
    await this.write((transaction) => ensureGeneration(transaction, this.#file));
    await this.#seal.seal();
  }

  async ping(): Promise<void> {
    await this.reader.selectFrom("meta").select("key").limit(1).execute();
  }

  async close(): Promise<void> {
    await this.#seal.seal().catch(() => undefined);
    // Readers first: the last connection that closes merges the write-ahead log into the file.
    await Promise.all(this.#readerThreads.map((thread) => thread.close()));
    await this.#writerThread.close();
  }

  /** For tests of crashes: ends the writing thread at once. */
  async killWriter(): Promise<void> {
    await this.#writerThread.kill();
  }
}

function kyselyOver(driver: WriterDriver | ReaderDriver): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteThreadDialect(driver) });
}
