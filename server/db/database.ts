import type { CompiledQuery, Kysely, RawBuilder, SelectQueryBuilder, SqlBool, Transaction } from "kysely";
import type { JsonText } from "./json-text.ts";
import type { Schema } from "./schema.ts";

/**
 * Read access: the port's reader, a snapshot or a write transaction. Only repositories query it; services pass it on.
 */
export type View = Kysely<Schema>;
/** The one write transaction of a `write`. Only repositories query it; services pass it on. */
export type WriteTransaction = Transaction<Schema>;

/** A statement of `writeAtOnce`, or rows that it inserts as `SqlDialect.insertMany` does. */
export type WriteStep =
  | { readonly query: CompiledQuery }
  | {
      readonly table: keyof Schema;
      readonly rows: readonly InsertedRow[];
      readonly onConflictDoNothing?: readonly string[];
    };

/** Values by column. */
export type InsertedRow = Readonly<Record<string, string | number | null>>;

/**
 * The database port. Two adapters implement it, SQLite (worker threads: one writer, readers) and PostgreSQL
 * (a pool); tests/contract runs one suite over both. Repositories speak Kysely and stay in the portable part of
 * SQL; everything that differs by database is behind this port, so that no caller asks which database it is.
 */
export interface Database {
  /** For reads that need no transaction; never writes. */
  readonly reader: View;
  /**
   * Runs `work` in one write transaction and commits it, or rolls it back when `work` throws.
   *
   * SQLite queues writers for its single writer (BEGIN IMMEDIATE), so `work` must be short and must call nothing but
   * this database. PostgreSQL repeats a transaction that lost against another one (serialization failure, deadlock),
   * so `work` may run several times and must not change anything outside of the database.
   */
  write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs steps in their order in one write transaction. On SQLite the transaction is one message to the writer: its lock
   * is not held while this thread is busy, as it is between the statements of `write`.
   */
  writeAtOnce(steps: readonly WriteStep[]): Promise<void>;
  /** Runs `work` over one unchanging view of the data (REPEATABLE READ, on the primary); read only. */
  snapshot<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T>;
  readonly feed: ChangeFeed;
  readonly dialect: SqlDialect;
  readonly locks: RowLocks;
  /** Brings the schema up to date; safe to call from several processes at once. */
  migrate(): Promise<void>;
  /** Answers when the database answers; rejects when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Finds rows that changed between two positions, also under concurrent writers. A position is opaque text: on SQLite
 * the commit counter, on PostgreSQL a pg_snapshot.
 */
export interface ChangeFeed {
  /** The position of the view that this transaction reads. */
  position(transaction: Transaction<Schema>): Promise<string>;
  /** True for rows (by their `xid` column, e.g. "insights.xid") written after `base` and visible in `target`. */
  changedBetween(xidColumn: string, base: string, target: string): RawBuilder<SqlBool>;
  /** True for rows that are not newer than `target`. */
  visibleIn(xidColumn: string, target: string): RawBuilder<SqlBool>;
  /** True for rows behind the one named, in the order of (xid, id), both ascending; `idColumn` is a number. */
  isBehind(xidColumn: string, idColumn: string, row: { xid: string; id: number }): RawBuilder<SqlBool>;
  /** Whether text has the form of a position of this database. */
  isPosition(text: string): boolean;
  /** Whether a position lies ahead of the database, as after a backup was restored. */
  isAhead(transaction: Transaction<Schema>, position: string): Promise<boolean>;
  /** Names the history that positions belong to; changes when the database was restored or moved. */
  generation(): Promise<string>;
}

/**
 * Locks of rows, held until the transaction ends. PostgreSQL has several writers, so rows are locked in one order (by
 * key, Sentinels before their insights). On SQLite the single writer holds every row already.
 */
export interface RowLocks {
  /** Locks the rows that a query selects, in the order of the query, and reads none of them. */
  lock<Tables, Names extends keyof Tables, Row>(
    transaction: WriteTransaction,
    query: SelectQueryBuilder<Tables, Names, Row>,
    strength?: "update" | "no key update",
  ): Promise<void>;
  /** The same query, which locks the rows that it reads. */
  reading<Tables, Names extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Names, Row>,
  ): SelectQueryBuilder<Tables, Names, Row>;
  /** The same query, which locks the rows that it reads and leaves out those that another transaction holds. */
  readingUnlocked<Tables, Names extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Names, Row>,
  ): SelectQueryBuilder<Tables, Names, Row>;
}

/** Pieces of SQL that the two databases spell differently. Column names are given as in Kysely: "table.column". */
export interface SqlDialect {
  /**
   * All rows of a query as the text of one JSON array, built by the database; `[]` for none. `fields` maps each JSON
   * field to an expression that yields JSON text or a value, in this order.
   */
  jsonRows(fields: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<JsonText>;
  /** One column of all rows as the text of a JSON array of plain values; far cheaper than reading rows. */
  jsonColumn(column: string): RawBuilder<string>;
  /** Epoch milliseconds (or null) as the wire's ISO text. */
  isoTime(column: string): RawBuilder<string | null>;
  /** 0 or 1 as a JSON boolean. */
  jsonFlag(column: string): RawBuilder<unknown>;
  /** JSON kept in text as JSON, not as a string. */
  jsonText(column: string): RawBuilder<unknown>;
  /** A number as text, as ids are on the wire (null stays null). */
  textOf(column: string): RawBuilder<string | null>;
  /**
   * Inserts many rows of one table, one statement for each slice; returns nothing. Rows that conflict on the given
   * unique columns are skipped. All rows must have the same columns.
   */
  insertMany<Table extends keyof Schema>(
    transaction: Transaction<Schema>,
    table: Table,
    rows: readonly InsertedRow[],
    onConflictDoNothing?: readonly string[],
  ): Promise<void>;
}
