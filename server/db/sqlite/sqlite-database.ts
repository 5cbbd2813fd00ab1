import { setTimeout } from "node:timers/promises";
import { Kysely, type Transaction } from "kysely";
import type { ChangeFeed, Database, RowLocks, SqlDialect, WriteStep } from "../database.ts";
import { DatabaseLost } from "../database-errors.ts";
import { sqliteSide } from "../migrations/0001-sqlite.ts";
import { runMigrations } from "../migrations/migrations.ts";
import { QUERY_LIMITS } from "../query-limits.ts";
import type { Schema } from "../schema.ts";
import { TransactionGuard } from "../transaction-guard.ts";
import { SqliteCalls } from "./sqlite-calls.ts";
import { sqliteChangeFeed } from "./sqlite-change-feed.ts";
import { ReaderDriver, SqliteThreadDialect, WriterDriver } from "./sqlite-dialect.ts";
import { ensureGeneration, SealKeeper } from "./sqlite-generation.ts";
import { sqliteLocks } from "./sqlite-locks.ts";
import { sqliteSql, sqliteSteps } from "./sqlite-sql.ts";

interface SqliteSettings {
  readonly file: string;
  readonly readers?: number;
  /** How long `write` retries while another process writes, before it fails as busy. */
  readonly writeRetryMs?: number;
  /** How long one statement waits in its worker for the lock of another process. */
  readonly busyTimeoutMs?: number;
  /** How long one statement of a reader may run. */
  readonly readLimitMs?: number;
}

const READERS = 2;
const WRITE_RETRY_MS = 60_000;
const BUSY_TIMEOUT_MS = 5_000;
const SEAL_WITHIN_MS = 1_000;
const SNAPSHOTS_A_READER = 16;

/**
 * The SQLite adapter: one thread that writes, processes that read. The caller's thread never waits for the file, and a
 * read that takes too long is ended.
 */
export class SqliteDatabase implements Database {
  readonly reader: Kysely<Schema>;
  readonly feed: ChangeFeed;
  readonly dialect: SqlDialect = sqliteSql;
  readonly locks: RowLocks = sqliteLocks;
  readonly #file: string;
  readonly #writerCalls: SqliteCalls;
  readonly #readerCalls: readonly SqliteCalls[];
  readonly #writerDriver: WriterDriver;
  readonly #writer: Kysely<Schema>;
  readonly #snapshots: Kysely<Schema>;
  readonly #guard = new TransactionGuard();
  readonly #seal: SealKeeper;

  constructor(settings: SqliteSettings) {
    const { file, busyTimeoutMs = BUSY_TIMEOUT_MS, readLimitMs = QUERY_LIMITS.readMs } = settings;
    this.#file = file;
    this.#writerCalls = new SqliteCalls({ file, role: "writer", busyTimeoutMs }, readLimitMs);
    this.#readerCalls = Array.from(
      { length: settings.readers ?? READERS },
      () => new SqliteCalls({ file, role: "reader", busyTimeoutMs }, readLimitMs),
    );
    this.#writerDriver = new WriterDriver(this.#writerCalls, settings.writeRetryMs ?? WRITE_RETRY_MS);
    this.#writer = kyselyOver(this.#writerDriver);
    this.reader = kyselyOver(new ReaderDriver(this.#readerCalls, "single reads", 0));
    this.#snapshots = kyselyOver(new ReaderDriver(this.#readerCalls, "snapshots", SNAPSHOTS_A_READER));
    this.#seal = new SealKeeper(file, this.reader);
    this.feed = sqliteChangeFeed(this.reader, (counter) => this.#seal.cover(counter));
  }

  write<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#guard.run(() => this.#writer.transaction().execute(work));
  }

  async writeAtOnce(steps: readonly WriteStep[]): Promise<void> {
    this.#guard.check();
    await this.#writerDriver.writeAtOnce(sqliteSteps(steps));
  }

  snapshot<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    const attempt = () => this.#snapshots.transaction().execute(work);
    // A snapshot is lost where a statement of somebody else had to be ended in the same reader.
    const again = (error: unknown) => {
      if (error instanceof DatabaseLost) return attempt();
      throw error;
    };
    return attempt().catch(again).catch(again);
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
    // Every position that was given out is sealed already, so a reader that is busy is not waited for.
    const sealed = this.#seal.seal().catch(() => undefined);
    await Promise.race([sealed, setTimeout(SEAL_WITHIN_MS, undefined, { ref: false })]);
    // Readers first: the last connection that closes merges the write-ahead log into the file.
    await Promise.all(this.#readerCalls.map((reader) => reader.close()));
    await this.#writerCalls.close();
  }

  /** For tests of crashes: ends the writing thread at once. */
  async killWriter(): Promise<void> {
    await this.#writerCalls.kill();
  }
}

function kyselyOver(driver: WriterDriver | ReaderDriver): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteThreadDialect(driver) });
}
