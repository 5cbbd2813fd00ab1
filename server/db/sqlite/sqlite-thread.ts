import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { DatabaseBusy, DatabaseLost, DatabaseRefused } from "../database-errors.ts";
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
  readonly resolve: (result: SqliteRows) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The web thread's end of one database thread. When the thread terminates, its open requests fail and the next call
 * starts it again. `life` counts the starts: a transaction must not go on in a thread that did not run its first
 * half.
 */
export class SqliteThread {
  readonly #data: SqliteWorkerData;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #nextId = 1;
  #closed = false;
  life = 0;

  constructor(data: SqliteWorkerData) {
    this.#data = data;
  }

  /** How many calls wait for an answer. */
  get waiting(): number {
    return this.#pending.size;
  }

  call(call: SqliteCall): Promise<SqliteRows> {
    if (this.#closed) return Promise.reject(new DatabaseLost("The database is closed."));
    return this.#send(this.#worker ?? this.#start(), call);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    await this.#send(worker, { op: "close" }).catch(() => undefined);
    await ended;
  }

  /** Terminates the thread as a crash would; its open transaction is rolled back. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #send(worker: Worker, call: SqliteCall): Promise<SqliteRows> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      try {
        worker.postMessage({ id, ...call });
      } catch (error) {
        this.#pending.delete(id);
        reject(new DatabaseRefused("A value cannot be stored.", null, error));
      }
    });
  }

  #start(): Worker {
    const worker = startThread(this.#data);
    this.#worker = worker;
    let cause: unknown;
    worker.on("message", (reply: SqliteReply) => this.#settle(reply));
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = null;
      this.life += 1;
      const lost = [...this.#pending.values()];
      this.#pending.clear();
      for (const { reject } of lost) {
        reject(new DatabaseLost("The database thread ended before it answered.", { cause }));
      }
    });
    return worker;
  }

  #settle(reply: SqliteReply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    this.#pending.delete(reply.id);
    if ("failure" in reply) pending.reject(errorOf(reply.failure));
    else pending.resolve(reply.result);
  }
}

function errorOf({ message, code }: SqliteFailure): Error {
  if (code?.startsWith("SQLITE_BUSY")) return new DatabaseBusy();
  return new DatabaseRefused(message, code);
}

/**
 * The thread's file lies beside this one: JavaScript in a build, TypeScript where the program runs from its
 * sources, which a thread of Node 20 reads only with tsx registered inside it.
 */
function startThread(workerData: SqliteWorkerData): Worker {
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./sqlite-worker.js", import.meta.url), { workerData, execArgv: [] });
  }
  const source = new URL("./sqlite-worker.ts", import.meta.url).href;
  const tsxPackage = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const tsx = new URL("./dist/esm/api/index.mjs", tsxPackage).href;
  const bootstrap = `import("${tsx}").then(({ register }) => { register(); return import("${source}"); });`;
  return new Worker(bootstrap, { eval: true, workerData, execArgv: [] });
}
