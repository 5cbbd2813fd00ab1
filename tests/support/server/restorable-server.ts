import { randomUUID } from "node:crypto";
import { openDatabase } from "../../../server/db/open-database.ts";
import { TestClock } from "../time/test-clock.ts";
import type { DatabaseKind } from "./databases.ts";
import type { OpenedDatabase } from "./opened-database.ts";
import { postgresStorage, type RestorableStorage, sqliteStorage } from "./restorable-storage.ts";
import { makeTestApp, type TestApp } from "./test-app.ts";

/**
 * A server in process whose data can be backed up, restored and rolled back. Each of these ends the server and starts
 * another one over the data: `app` is always the present one, on one clock.
 */
export class RestorableServer {
  app: TestApp;
  readonly #storage: RestorableStorage;
  readonly #clock = new TestClock();

  private constructor(storage: RestorableStorage, app: TestApp) {
    this.#storage = storage;
    this.app = app;
    this.#clock = app.clock;
  }

  static async open({ name }: DatabaseKind): Promise<RestorableServer> {
    const storage = await (name === "SQLite" ? sqliteStorage() : postgresStorage());
    return new RestorableServer(storage, await startApp(storage, new TestClock()));
  }

  backUp(): Promise<void> {
    return this.#whileStopped(() => this.#storage.backUp());
  }

  restore(): Promise<void> {
    return this.#whileStopped(() => this.#storage.restore());
  }

  rollBack(): Promise<void> {
    return this.#whileStopped(() => this.#storage.rollBack());
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.#storage.close();
  }

  async #whileStopped(work: () => Promise<void>): Promise<void> {
    await this.app.close();
    await work();
    this.app = await startApp(this.#storage, this.#clock);
  }
}

async function startApp({ dataDir, databaseUrl }: RestorableStorage, clock: TestClock): Promise<TestApp> {
  const db = await openDatabase({ dataDir, databaseUrl });
  await db.migrate();
  const again = () => Promise.reject(new Error("opened once"));
  const opened: OpenedDatabase = { db, dataDir, databaseUrl, again, close: () => db.close() };
  // Ids that no earlier server over the same data has used.
  return makeTestApp({ opened, clock, ids: { uuid: randomUUID }, env: { SESSION_DAYS: "365" } });
}
