import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { SqliteReply, SqliteRequest, SqliteWorkerData } from "./sqlite-messages.ts";

/** A running sqlite-worker. */
export interface SqliteEndpoint {
  /** @throws where a value cannot be sent */
  post(request: SqliteRequest): void;
  /** Ends it as a crash would. A thread that runs a statement ends after it, a process at once. */
  end(): Promise<void>;
}

export interface EndpointEvents {
  reply(reply: SqliteReply): void;
  /** It has ended, for whatever reason; called once. */
  ended(cause: unknown): void;
}

/**
 * Starts a worker: the writer as a thread, to which rows are sent fastest, a reader as a process. SQLite runs a
 * statement in one call of native code, which the end of a thread waits for and so would the server's own end.
 * A process is ended with its statement.
 */
export function startEndpoint(data: SqliteWorkerData, events: EndpointEvents): SqliteEndpoint {
  return data.role === "writer" ? startThread(data, events) : startProcess(data, events);
}

/** From sources a thread of Node 20 reads TypeScript only with tsx registered inside it. */
function startThread(workerData: SqliteWorkerData, events: EndpointEvents): SqliteEndpoint {
  const worker = isBuilt()
    ? new Worker(new URL("./sqlite-worker.js", import.meta.url), { workerData, execArgv: [] })
    : new Worker(
        `import("${tsxFile("esm/api/index.mjs")}").then(({ register }) => { register(); return import("${sourceUrl()}"); });`,
        { eval: true, workerData, execArgv: [] },
      );
  let cause: unknown;
  worker.on("message", (reply: SqliteReply) => events.reply(reply));
  worker.on("error", (error) => {
    cause = error;
  });
  worker.on("exit", () => events.ended(cause));
  return {
    post: (request) => worker.postMessage(request),
    async end() {
      await worker.terminate();
    },
  };
}

const running = new Set<ChildProcess>();
let endsWithUs = false;

function startProcess(data: SqliteWorkerData, events: EndpointEvents): SqliteEndpoint {
  const child = spawn(process.execPath, programArgs(), {
    env: { ...process.env, SQLITE_WORKER: JSON.stringify(data), NODE_OPTIONS: "" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Bytes cross as they are.
    serialization: "advanced",
  });
  running.add(child);
  if (!endsWithUs) {
    endsWithUs = true;
    // A process that runs a statement does not notice that its server is gone.
    process.once("exit", () => {
      for (const one of running) one.kill("SIGKILL");
    });
  }
  let cause: unknown;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      if (!running.delete(child)) return;
      events.ended(cause);
      resolve();
    };
    child.once("exit", end);
    child.on("error", (error) => {
      cause = error;
      // One that could not be started has no exit.
      if (child.pid === undefined) end();
    });
  });
  child.on("message", (reply) => events.reply(reply as SqliteReply));
  return {
    // A failed send is followed by the exit of the process, which fails the calls in hand.
    post: (request) => void child.send(request, () => undefined),
    async end() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

let sourceCode: string | null = null;

/**
 * From sources, the worker is compiled once and given to each process as text: with tsx inside, each would take three
 * times as long to start.
 */
function programArgs(): string[] {
  if (isBuilt()) return [fileURLToPath(new URL("./sqlite-worker.js", import.meta.url))];
  if (sourceCode === null) {
    const requireOfTsx = createRequire(createRequire(import.meta.url).resolve("tsx/package.json"));
    const { transformSync } = requireOfTsx("esbuild") as {
      transformSync(source: string, options: object): { code: string };
    };
    const { code } = transformSync(readFileSync(fileURLToPath(sourceUrl()), "utf8"), {
      loader: "ts",
      format: "esm",
    });
    const driver = pathToFileURL(createRequire(import.meta.url).resolve("better-sqlite3"));
    sourceCode = code.replace('"better-sqlite3"', JSON.stringify(driver.href));
  }
  return ["--input-type=module", "--eval", sourceCode];
}

function isBuilt(): boolean {
  return !import.meta.url.endsWith(".ts");
}

function sourceUrl(): string {
  return new URL("./sqlite-worker.ts", import.meta.url).href;
}

function tsxFile(path: string): string {
  const tsxPackage = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  return new URL(`./dist/${path}`, tsxPackage).href;
}
