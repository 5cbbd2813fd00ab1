import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import SqliteFile, { type Database as Connection, type Statement } from "better-sqlite3";
import type {
  ConnectionNumber,
  SqliteBulk,
  SqliteReply,
  SqliteRequest,
  SqliteRows,
  SqliteStep,
  SqliteWorkerData,
  SqlValue,
} from "./sqlite-messages.ts";

/**
 * A worker that owns connections to one SQLite file. better-sqlite3 is synchronous, so here it blocks only its own
 * callers. Requests are answered in order. The writer is a thread. Readers are processes, because nothing but the end
 * of its process ends a statement that runs (see sqlite-endpoint.ts).
 */
const { file, role, busyTimeoutMs } = (
  parentPort === null ? JSON.parse(process.env.SQLITE_WORKER ?? "null") : workerData
) as SqliteWorkerData;

const STATEMENTS_KEPT = 400;

interface Prepared {
  readonly statement: Statement<unknown[], unknown[]>;
  readonly columns: readonly string[];
  /** Places of xid columns: text on the port, whole numbers in the file. */
  readonly xids: readonly number[];
}

class OpenConnection {
  readonly connection: Connection;
  readonly #prepared = new Map<string, Prepared>();

  constructor(number: ConnectionNumber) {
    this.connection = new SqliteFile(file, { timeout: busyTimeoutMs });
    // Sizes of page caches in KiB. Snapshots get less, because there may be many at a time.
    const readerCache = number === 0 ? 32_768 : 8_192;
    const pragmas = [
      "journal_mode = WAL",
      "synchronous = FULL",
      "foreign_keys = ON",
      "temp_store = MEMORY",
      "journal_size_limit = 67108864",
      ...(role === "writer"
        ? ["cache_size = -65536", "wal_autocheckpoint = 4000"]
        : [`cache_size = -${readerCache}`, "query_only = ON"]),
    ];
    for (const pragma of pragmas) this.connection.pragma(pragma);
  }

  prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) {
      // The connection used last is dropped last.
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.connection.prepare<unknown[], unknown[]>(sql);
    const columns = statement.reader ? statement.raw().columns() : [];
    const prepared: Prepared = {
      statement,
      columns: columns.map((column) => column.name),
      xids: columns.flatMap((column, at) => (column.column === "xid" || column.name === "xid" ? [at] : [])),
    };
    this.#prepared.set(sql, prepared);
    if (this.#prepared.size > STATEMENTS_KEPT) {
      const oldest = this.#prepared.keys().next().value;
      if (oldest !== undefined) this.#prepared.delete(oldest);
    }
    return prepared;
  }

  query(sql: string, values: readonly SqlValue[]): SqliteRows {
    const { statement, columns, xids } = this.prepare(sql);
    if (!statement.reader) {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { columns, rows: [], changes, insertId: lastInsertRowid };
    }
    const rows = statement.all(...values);
    if (xids.length > 0) {
      for (const row of rows) {
        for (const at of xids) if (typeof row[at] === "number") row[at] = String(row[at]);
      }
    }
    return { columns, rows, changes: rows.length, insertId: 0 };
  }

  insertMany({ into, places, leave, width, stamped, values }: SqliteBulk): SqliteRows {
    if (stamped) {
      const xid = Number(this.query(OPEN_BULK, []).rows[0]?.[0]);
      for (let at = width - 1; at < values.length; at += width) values[at] = xid;
    }
    let changes = 0;
    try {
      let at = 0;
      for (const size of ROWS_A_STATEMENT) {
        if (size > 1 && size * width > MAX_PARAMETERS) continue;
        for (; at + size * width <= values.length; at += size * width) {
          const sql = `${into} ${Array(size).fill(places).join(",")} ${leave}`;
          changes += this.prepare(sql).statement.run(values.slice(at, at + size * width)).changes;
        }
      }
    } finally {
      if (stamped && this.connection.inTransaction) this.query(CLOSE_BULK, []);
    }
    rowsSinceLook += changes;
    return { columns: [], rows: [], changes, insertId: 0 };
  }
}

/**
 * Rows in one INSERT, the remainder in smaller ones, so that few statements are kept. A statement with triggers
 * and foreign keys is made undoable by itself, page by page; for a statement a row that halves the speed.
 * Measured, 200,000 insights in slices of 4,000, all indexes and foreign keys, synchronous FULL: a row a
 * statement 150k rows/s (of processor time), 128 rows 235k, the same without any trigger 265k; rows whose times
 * are in no order 100k, 110k without triggers. Stamped one by one, as other writers are: 52k.
 */
const ROWS_A_STATEMENT = [128, 16, 1];
const MAX_PARAMETERS = 32_000;

/** See migrations/0001-sqlite.ts: while bulk_xid is open, rows that carry it are taken as stamped. */
const OPEN_BULK =
  "update change_counter set xid = xid + 1, bulk_xid = xid + 1 where only = 1 returning bulk_xid as number";
const CLOSE_BULK = "update change_counter set bulk_xid = null where only = 1";

/** Rows inserted in bulk before the planner's statistics are updated. */
const ROWS_BETWEEN_LOOKS = 20_000;
let rowsSinceLook = ROWS_BETWEEN_LOOKS;

/**
 * Lets SQLite count the tables that grew or shrank tenfold since it last did: with the counts a page over all
 * Sentinels is read along its index, without them 500,000 rows are sorted (30 ms instead of 4 to find the first
 * page, 115 instead of 55 for the last). The whole count takes 0.2 s at 500,000 rows; a sampled one is quick and
 * wrong here. Other connections read statistics only with the schema, so the schema is touched.
 */
function refreshStatistics(connection: Connection): void {
  rowsSinceLook = 0;
  const due = connection.pragma(`optimize = ${0x10003}`) as unknown[];
  if (due.length === 0) return;
  connection.pragma(`optimize = ${0x10002}`);
  connection.exec("drop view if exists statistics_taken; create view statistics_taken as select 1 as taken");
}

/** Runs after the answer was sent. A lock of another process or a full disk only delays the statistics. */
function lookAtStatistics(): void {
  const connection = connections.get(0)?.connection;
  if (role !== "writer" || !connection || connection.inTransaction) return;
  if (rowsSinceLook < ROWS_BETWEEN_LOOKS) return;
  try {
    connection.pragma("busy_timeout = 50");
    refreshStatistics(connection);
  } catch {
    rowsSinceLook = 0;
  } finally {
    connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}

const connections = new Map<ConnectionNumber, OpenConnection>();

function connectionNumbered(number: ConnectionNumber): OpenConnection {
  const open = connections.get(number);
  if (open) return open;
  const opened = new OpenConnection(number);
  connections.set(number, opened);
  return opened;
}

function close(): void {
  rowsSinceLook = ROWS_BETWEEN_LOOKS;
  lookAtStatistics();
  for (const { connection } of connections.values()) {
    connection.close();
  }
  connections.clear();
}

function requireTransaction(connection: Connection): void {
  if (!connection.inTransaction) throw new Error("The transaction has ended; it was rolled back.");
}

const NOTHING: SqliteRows = { columns: [], rows: [], changes: 0, insertId: 0 };

/**
 * SQLite waits for the lock of another process by checking again after 1, 2, 5, 10, 15 … 100 ms. An import leaves
 * gaps of a few milliseconds, which the longer waits miss for a second. A transaction therefore begins with a short
 * wait and is tried again.
 */
const BEGIN_TIMEOUT_MS = 18;

function begin(open: OpenConnection, sql: string): SqliteRows {
  open.connection.pragma(`busy_timeout = ${Math.min(BEGIN_TIMEOUT_MS, busyTimeoutMs)}`);
  try {
    return open.query(sql, []);
  } finally {
    open.connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}

/** All of the steps, or none. */
function transaction(open: OpenConnection, steps: readonly SqliteStep[]): SqliteRows {
  begin(open, "begin immediate");
  try {
    for (const step of steps) {
      if ("sql" in step) open.query(step.sql, step.values);
      else open.insertMany(step);
    }
    return open.query("commit", []);
  } finally {
    // After a failed step; SQLite has rolled back by itself after some errors, such as a full disk.
    if (open.connection.inTransaction) open.query("rollback", []);
  }
}

function answer(request: SqliteRequest): SqliteRows {
  switch (request.op) {
    case "transaction":
      return transaction(connectionNumbered(request.on), request.steps);
    case "query": {
      const open = connectionNumbered(request.on);
      if (request.sql === "begin immediate") return begin(open, request.sql);
      if (request.within) requireTransaction(open.connection);
      return open.query(request.sql, request.values);
    }
    case "insertMany": {
      const open = connectionNumbered(request.on);
      requireTransaction(open.connection);
      return open.insertMany(request);
    }
    case "close":
      close();
      return NOTHING;
  }
}

function failureOf(error: unknown): { message: string; code: string | null } {
  if (!(error instanceof Error)) return { message: String(error), code: null };
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  return { message: error.message, code };
}

/** Bytes of an answer that can be handed over instead of copied. */
function buffersOf({ rows }: SqliteRows): ArrayBuffer[] {
  const [only, ...others] = rows;
  if (!only || others.length > 0) return [];
  return only.flatMap((cell) => {
    const whole = cell instanceof Uint8Array && cell.byteLength === cell.buffer.byteLength;
    return whole && cell.buffer instanceof ArrayBuffer ? [cell.buffer] : [];
  });
}

function replyTo(request: SqliteRequest): SqliteReply {
  try {
    return { id: request.id, result: answer(request) };
  } catch (error) {
    return { id: request.id, failure: failureOf(error) };
  }
}

function serveThread(port: MessagePort): void {
  port.on("message", (request: SqliteRequest) => {
    const reply = replyTo(request);
    port.postMessage(reply, "result" in reply ? buffersOf(reply.result) : []);
    if (request.op === "close") port.close();
    else lookAtStatistics();
  });
}

function serveProcess(): void {
  // Signals to the group, as Ctrl-C sends them, are for the server, which lets its requests end first.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  // The server has ended without a word, as by SIGKILL. An exit closes the connection, and the last one to close may
  // write its log into the file, which may be a restored one by then.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", (request: SqliteRequest) => {
    const isLast = request.op === "close";
    process.send?.(replyTo(request), () => {
      if (isLast) process.exit();
    });
  });
  // No request has the number 0: it says that the time of a statement begins with its arrival.
  const ready: SqliteReply = { id: 0, result: NOTHING };
  process.send?.(ready);
}

if (parentPort === null) serveProcess();
else serveThread(parentPort);
