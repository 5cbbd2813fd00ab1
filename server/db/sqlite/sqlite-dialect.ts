import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { DatabaseBusy, DatabaseLost, DatabaseRefused } from "../database-errors.ts";
import type { SqliteCalls } from "./sqlite-calls.ts";
import type { SqliteBulk, SqliteRows, SqliteStep, SqlValue } from "./sqlite-messages.ts";

/** Kysely over sqlite-workers: compiled queries are sent as messages, results come back as rows. */
export class SqliteThreadDialect implements Dialect {
  readonly #driver: Driver;
  constructor(driver: Driver) {
    this.#driver = driver;
  }
  createDriver(): Driver {
    return this.#driver;
  }
  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }
  createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** SQLite rolls DDL back. With this flag the Migrator runs all migrations in one transaction, one process at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A connection of a worker, as Kysely uses it. */
export class WorkerConnection implements DatabaseConnection {
  readonly worker: SqliteCalls;
  readonly number: number;
  /** The life of the worker in which the open transaction began; null outside of a transaction. */
  #life: number | null = null;
  #failed = false;

  constructor(worker: SqliteCalls, number: number) {
    this.worker = worker;
    this.number = number;
  }

  async begin(sql: "begin" | "begin immediate"): Promise<void> {
    await this.#query(sql, false);
    this.#life = this.worker.life;
    this.#failed = false;
  }

  /**
   * PostgreSQL rejects every statement after a failed one, even where `work` caught the error. SQLite does not, so
   * this adapter does: work that passes here must not be lost there.
   */
  async commit(): Promise<void> {
    await this.#within(() => this.#query("commit", true));
    this.#life = null;
  }

  async rollback(): Promise<void> {
    // A worker that has terminated since has rolled the transaction back.
    const alive = this.#life !== null && this.#life === this.worker.life;
    this.#life = null;
    if (!alive) return;
    await this.#query("rollback", false).catch((error: unknown) => {
      // SQLite rolls back by itself after some errors, such as a full disk.
      if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
    });
  }

  run(sql: string, values: readonly SqlValue[] = []): Promise<SqliteRows> {
    if (this.#life === null) return this.#query(sql, false, values);
    return this.#within(() => this.#query(sql, true, values));
  }

  insertMany(bulk: SqliteBulk): Promise<SqliteRows> {
    return this.#within(() => this.worker.call({ op: "insertMany", on: this.number, ...bulk }));
  }

  /** A whole transaction of its own. */
  transaction(steps: readonly SqliteStep[]): Promise<SqliteRows> {
    return this.worker.call({ op: "transaction", on: this.number, steps });
  }

  #query(sql: string, within: boolean, values: readonly SqlValue[] = []): Promise<SqliteRows> {
    return this.worker.call({ op: "query", on: this.number, within, sql, values });
  }

  async #within(work: () => Promise<SqliteRows>): Promise<SqliteRows> {
    if (this.#life !== this.worker.life) {
      throw new DatabaseLost(
        "The database worker ended in mid-transaction; the transaction was rolled back.",
      );
    }
    if (this.#failed)
      throw new DatabaseRefused("An earlier statement failed; the transaction is spoiled.", null);
    try {
      return await work();
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { columns, rows, changes, insertId } = await this.run(
      query.sql,
      query.parameters as readonly SqlValue[],
    );
    return {
      rows: rows.map((row) => namedRow<Row>(columns, row)),
      numAffectedRows: BigInt(changes),
      insertId: BigInt(insertId),
    };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; pages and slices make streams needless.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Streaming is not supported: read in pages.");
  }
}

function namedRow<Row>(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  columns.forEach((name, at) => {
    row[name] = values[at];
  });
  return row as Row;
}

abstract class ThreadDriver implements Driver {
  async init(): Promise<void> {}
  abstract acquireConnection(): Promise<WorkerConnection>;
  abstract releaseConnection(connection: WorkerConnection): Promise<void>;
  abstract beginTransaction(connection: WorkerConnection): Promise<void>;

  commitTransaction(connection: WorkerConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: WorkerConnection): Promise<void> {
    return connection.rollback();
  }

  async destroy(): Promise<void> {}
}

/** Writers queue here for the one connection that writes, first come, first served. */
export class WriterDriver extends ThreadDriver {
  readonly connection: WorkerConnection;
  readonly #writeRetryMs: number;
  #last: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  constructor(worker: SqliteCalls, writeRetryMs: number) {
    super();
    this.connection = new WorkerConnection(worker, 0);
    this.#writeRetryMs = writeRetryMs;
  }

  async acquireConnection(): Promise<WorkerConnection> {
    const before = this.#last;
    let release: () => void = () => undefined;
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    return this.connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  beginTransaction(connection: WorkerConnection): Promise<void> {
    return this.#whileBusy(() => connection.begin("begin immediate"));
  }

  /** Runs the steps in one transaction, when it is their turn. */
  async writeAtOnce(steps: readonly SqliteStep[]): Promise<void> {
    const connection = await this.acquireConnection();
    try {
      await this.#whileBusy(() => connection.transaction(steps));
    } finally {
      await this.releaseConnection();
    }
  }

  /**
   * Waits for a writer in another process: each attempt waits in the worker for SQLite's busy timeout, and attempts
   * are repeated for `writeRetryMs`.
   */
  async #whileBusy<T>(attempt: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.#writeRetryMs;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof DatabaseBusy) || performance.now() >= until) throw error;
      }
    }
  }
}

/** A single read goes to the worker with the shortest queue. A snapshot gets a connection of its own. */
export class ReaderDriver extends ThreadDriver {
  readonly #plain: readonly WorkerConnection[];
  readonly #purpose: "single reads" | "snapshots";
  readonly #free: WorkerConnection[] = [];
  readonly #queue: ((connection: WorkerConnection) => void)[] = [];

  constructor(
    workers: readonly SqliteCalls[],
    purpose: "single reads" | "snapshots",
    snapshotsPerThread: number,
  ) {
    super();
    this.#purpose = purpose;
    this.#plain = workers.map((worker) => new WorkerConnection(worker, 0));
    if (purpose === "snapshots") {
      for (let number = 1; number <= snapshotsPerThread; number += 1) {
        for (const worker of workers) this.#free.push(new WorkerConnection(worker, number));
      }
    }
  }

  async acquireConnection(): Promise<WorkerConnection> {
    if (this.#purpose === "single reads") return shortestQueue(this.#plain);
    const connection = this.#free.length > 0 ? shortestQueue(this.#free) : null;
    if (!connection) return new Promise((resolve) => this.#queue.push(resolve));
    this.#free.splice(this.#free.indexOf(connection), 1);
    return connection;
  }

  async releaseConnection(connection: WorkerConnection): Promise<void> {
    if (this.#purpose === "single reads") return;
    const next = this.#queue.shift();
    // The connection used last is used next: its page cache and statements are warm, and few connections are opened.
    if (next) next(connection);
    else this.#free.unshift(connection);
  }

  /** The first read fixes the view, so one runs at once. */
  async beginTransaction(connection: WorkerConnection): Promise<void> {
    if (this.#purpose === "single reads") throw new Error("A transaction that reads is made by snapshot().");
    await connection.begin("begin");
    await connection.run("select 1 from sqlite_schema limit 1");
  }
}

function shortestQueue(connections: readonly WorkerConnection[]): WorkerConnection {
  const [first, ...others] = connections;
  if (!first) throw new Error("There is no reader.");
  return others.reduce((best, one) => (one.worker.waiting < best.worker.waiting ? one : best), first);
}
