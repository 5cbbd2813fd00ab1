import { DatabaseBusy, DatabaseLost, DatabaseRefused, QueryTooLong } from "../database-errors.ts";
import { type SqliteEndpoint, startEndpoint } from "./sqlite-endpoint.ts";
import type {
  SqliteFailure,
  SqliteReply,
  SqliteRequest,
  SqliteRows,
  SqliteWorkerData,
} from "./sqlite-messages.ts";

type WithoutId<R> = R extends { readonly id: number } ? Omit<R, "id"> : never;
type SqliteCall = WithoutId<SqliteRequest>;

interface Pending {
  readonly call: SqliteCall;
  readonly resolve: (result: SqliteRows) => void;
  readonly reject: (error: Error) => void;
}

/**
 * How long a statement may still run once the database is closed. The writer also updates statistics and merges the
 * write-ahead log into the file.
 */
const CLOSE_READER_WITHIN_MS = 1_000;
const CLOSE_WRITER_WITHIN_MS = 3_000;

/**
 * The web thread's end of one sqlite-worker. When the worker terminates, its open requests fail and the next call
 * starts it again. `life` counts the starts: a transaction must not go on in a worker that did not run its first
 * half.
 *
 * A statement of a reader that runs longer than `limitMs` is ended with its worker. Its caller fails with QueryTooLong;
 * single reads that waited behind it go to the next worker, and transactions are lost.
 */
export class SqliteCalls {
  readonly #data: SqliteWorkerData;
  readonly #limitMs: number;
  readonly #pending = new Map<number, Pending>();
  #endpoint: SqliteEndpoint | null = null;
  /** Whether the worker has begun to take requests: its start is no part of a statement's time. */
  #isReady = false;
  /** Ends the statement that runs: the first of those that wait for an answer. */
  #timer: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;
  #ended: Promise<void> = Promise.resolve();
  life = 0;

  /** @param limitMs of one statement; a writer cannot be ended within one, and has none */
  constructor(data: SqliteWorkerData, limitMs: number) {
    this.#data = data;
    this.#limitMs = limitMs;
  }

  /** How many calls wait for an answer. */
  get waiting(): number {
    return this.#pending.size;
  }

  call(call: SqliteCall): Promise<SqliteRows> {
    if (this.#closed) return Promise.reject(new DatabaseLost("The database is closed."));
    return new Promise((resolve, reject) => this.#send({ call, resolve, reject }));
  }

  /** Closes its connections. A reader whose statement does not end in time is ended, a writer is left behind. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const endpoint = this.#endpoint;
    if (endpoint === null) return;
    const closing = new Promise<SqliteRows>((resolve, reject) =>
      this.#send({ call: { op: "close" }, resolve, reject }),
    ).catch(() => undefined);
    const isWriter = this.#data.role === "writer";
    let timer: NodeJS.Timeout | undefined;
    const gaveUp = new Promise<void>((resolve) => {
      const giveUp = () => (isWriter ? resolve() : void endpoint.end());
      timer = setTimeout(giveUp, isWriter ? CLOSE_WRITER_WITHIN_MS : CLOSE_READER_WITHIN_MS);
    });
    await Promise.race([closing.then(() => this.#ended), gaveUp]);
    clearTimeout(timer);
  }

  /** Terminates the worker as a crash would; its open transaction is rolled back. */
  async kill(): Promise<void> {
    await this.#endpoint?.end();
  }

  #send(pending: Pending): void {
    const id = this.#nextId++;
    this.#pending.set(id, pending);
    try {
      this.#started().post({ id, ...pending.call });
    } catch (error) {
      this.#pending.delete(id);
      pending.reject(new DatabaseRefused("A value cannot be stored.", null, error));
    }
    if (this.#pending.size === 1) this.#watch();
  }

  #started(): SqliteEndpoint {
    if (this.#endpoint !== null) return this.#endpoint;
    let over: () => void = () => undefined;
    this.#ended = new Promise((resolve) => {
      over = resolve;
    });
    const endpoint = startEndpoint(this.#data, {
      reply: (reply) => {
        if (this.#endpoint === endpoint) this.#settle(reply);
      },
      ended: (cause) => {
        if (this.#endpoint === endpoint) {
          this.#leave();
          this.#fail(
            [...this.#pending.values()],
            new DatabaseLost("The database worker ended before it answered.", { cause }),
          );
        }
        over();
      },
    });
    this.#endpoint = endpoint;
    return endpoint;
  }

  #settle(reply: SqliteReply): void {
    this.#isReady = true;
    const pending = this.#pending.get(reply.id);
    if (pending) this.#pending.delete(reply.id);
    this.#watch();
    if (!pending) return;
    if ("failure" in reply) pending.reject(errorOf(reply.failure));
    else pending.resolve(reply.result);
  }

  /** Times the statement that runs now. */
  #watch(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer =
      this.#pending.size === 0 || !this.#isReady || this.#data.role === "writer"
        ? null
        : setTimeout(() => this.#endLongStatement(), this.#limitMs);
  }

  #endLongStatement(): void {
    const endpoint = this.#endpoint;
    const [long, ...others] = this.#pending.values();
    this.#leave();
    void endpoint?.end();
    this.#pending.clear();
    long?.reject(new QueryTooLong());
    const single = this.#closed ? [] : others.filter(({ call }) => call.op === "query" && call.on === 0);
    this.#fail(
      others.filter((pending) => !single.includes(pending)),
      new DatabaseLost("Another statement of the same reader took too long."),
    );
    for (const pending of single) this.#send(pending);
  }

  #leave(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#endpoint = null;
    this.#isReady = false;
    this.life += 1;
  }

  #fail(lost: readonly Pending[], error: DatabaseLost): void {
    for (const [id, pending] of this.#pending) if (lost.includes(pending)) this.#pending.delete(id);
    for (const { reject } of lost) reject(error);
  }
}

function errorOf({ message, code }: SqliteFailure): Error {
  if (code?.startsWith("SQLITE_BUSY")) return new DatabaseBusy();
  return new DatabaseRefused(message, code);
}
