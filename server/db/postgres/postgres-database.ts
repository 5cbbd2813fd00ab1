import { setTimeout as setTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { Kysely, sql, type Transaction } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import type { ChangeFeed, Database, RowLocks, SqlDialect, WriteStep } from "../database.ts";
import { postgresSide } from "../migrations/0001-postgres.ts";
import { runMigrations } from "../migrations/migrations.ts";
import { QUERY_LIMITS, type QueryLimits } from "../query-limits.ts";
import type { Schema } from "../schema.ts";
import { TransactionGuard } from "../transaction-guard.ts";
import { postgresChangeFeed } from "./postgres-change-feed.ts";
import { CheckedPostgresDialect } from "./postgres-dialect.ts";
import { ensureGeneration, readGeneration } from "./postgres-generation.ts";
import { postgresLocks } from "./postgres-locks.ts";
import { postgresSql } from "./postgres-sql.ts";
import { type RetryTiming, withRetries } from "./transaction-retry.ts";

const CONNECTIONS_A_POOL = 8;
/** How long queries may still run once the database is closed; then their connections are cut. */
const CLOSE_WITHIN_MS = 2_000;
const CONNECT_TIMEOUT_MS = 10_000;
const INT8 = 20;

interface PostgresSettings {
  readonly retryTiming?: RetryTiming;
  readonly limits?: QueryLimits;
}

/** The PostgreSQL adapter: one pool for writes, and one pool of connections that the server itself keeps read-only. */
export class PostgresDatabase implements Database {
  readonly reader: Kysely<Schema>;
  readonly feed: ChangeFeed;
  readonly dialect: SqlDialect = postgresSql();
  readonly locks: RowLocks = postgresLocks;
  readonly #writer: Kysely<Schema>;
  readonly #guard = new TransactionGuard();

  readonly #url: string;
  readonly #retryTiming: RetryTiming;
  readonly #connections = new Set<PoolClient>();

  constructor(
    url: string,
    { retryTiming = { random: Math.random, wait: setTimeout }, limits = QUERY_LIMITS }: PostgresSettings = {},
  ) {
    this.#url = url;
    this.#retryTiming = retryTiming;
    this.reader = this.#open("read only", limits.readMs);
    this.#writer = this.#open("read and write", limits.writeMs);
    this.feed = postgresChangeFeed(
      () => this.#generation(),
      () => flushLog(this.#writer),
    );
  }

  write<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    const attempt = () => this.#writer.transaction().setIsolationLevel("read committed").execute(work);
    return this.#guard.run(() => withRetries(attempt, this.#retryTiming));
  }

  writeAtOnce(steps: readonly WriteStep[]): Promise<void> {
    return this.write(async (transaction) => {
      for (const step of steps) {
        if ("query" in step) await transaction.executeQuery(step.query);
        else await this.dialect.insertMany(transaction, step.table, step.rows, step.onConflictDoNothing);
      }
    });
  }

  snapshot<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.reader
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => {
        // The first statement fixes the view, so one runs before `work`.
        await sql`select 1`.execute(transaction);
        return work(transaction);
      });
  }

  async migrate(): Promise<void> {
    // A migration takes as long as the tables are large.
    const unlimited = this.#open("read and write", 0);
    try {
      await runMigrations(unlimited, postgresSide);
    } finally {
      await unlimited.destroy();
    }
    await this.write(ensureGeneration);
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.reader);
  }

  async close(): Promise<void> {
    const cutOff = setTimer(() => {
      // A pool waits for its queries. Cut off, each of them fails, and the server rolls its transaction back.
      for (const connection of this.#connections) void connection.end();
    }, CLOSE_WITHIN_MS);
    await Promise.all([this.reader.destroy(), this.#writer.destroy()]);
    clearTimeout(cutOff);
  }

  #open(access: Access, limitMs: number): Kysely<Schema> {
    return kyselyOver(this.#url, access, limitMs, this.#connections);
  }

  /**
   * Read with every cursor and compared with the database that answers, so that a fail-over needs no restart of this
   * server.
   */
  async #generation(): Promise<string> {
    const { generation, identity, current } = await readGeneration(this.reader);
    if (generation !== null && identity === current) return generation;
    return this.write(ensureGeneration);
  }
}

/** Flushes all that was logged before to disk, whatever the server's own setting for commits is. */
async function flushLog(writer: Kysely<Schema>): Promise<void> {
  await writer.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = on`.execute(transaction);
    await transaction
      .insertInto("meta")
      .values({ key: "log_flushed", value: "1" })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: "1" }))
      .execute();
  });
}

type Access = "read only" | "read and write";

/** @param limitMs of one statement, counted by PostgreSQL; 0: none */
function kyselyOver(
  url: string,
  access: Access,
  limitMs: number,
  connections: Set<PoolClient>,
): Kysely<Schema> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_A_POOL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: "understory",
    statement_timeout: limitMs,
    ...(access === "read only" ? { options: "-c default_transaction_read_only=on" } : {}),
    types: {
      // Counts and ids stay far below 2^53.
      getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)),
    },
  });
  // A pool replaces a broken connection, and the query that used it rejects. Without these listeners the `error`
  // event of an idle connection, or of one in use, would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    connections.add(client);
    client.on("error", () => undefined);
    client.once("end", () => connections.delete(client));
  });
  return new Kysely<Schema>({ dialect: new CheckedPostgresDialect({ pool }) });
}
