import { gunzipSync } from "node:zlib";
import { Dexie } from "dexie";
import { IDBFactory as FakeIdbFactory, IDBKeyRange as FakeIdbKeyRange } from "fake-indexeddb";
import type { Random } from "../../server/demo/random.ts";
import type { ClientWorld } from "../../src/app/composition/client-world.ts";
import { composeServices } from "../../src/app/composition/compose-services.ts";
import { composeSession } from "../../src/app/composition/compose-session.ts";
import { openPersonStorages } from "../../src/app/composition/person-storages.ts";
import { createStorages } from "../../src/app/composition/storages.ts";
import type { InsightStatus } from "../../src/domain/insight/insight.ts";
import type { OpenChannel } from "../../src/platform/channel.ts";
import { createTabLocks, type Locks } from "../../src/platform/locks.ts";
import { randomIds } from "../../src/platform/random-ids.ts";
import { LOCAL_KEYS, type LocalKey } from "../../src/platform/stored-values.ts";
import { systemClock } from "../../src/platform/system-clock.ts";
import type { User } from "../../src/protocol/shapes.ts";
import { browserInsightWorkers } from "../../src/query/worker/start-insight-worker.ts";
import { browserLocalData } from "../../src/storage/device-space/local-data.ts";
import { outboxName } from "../../src/storage/outbox/outbox-database.ts";
import type { SyncTimings } from "../../src/sync/sync-timings.ts";

/** The real client over IndexedDB in memory: the state of a page, and what survives its end. */

export interface PhoneParts {
  user: User;
  token: string;
  /** The server's address, through the proxy. */
  url: string;
  random: Random;
  timings: SyncTimings;
  /** Called with each body sent to `/api/updates/`. */
  onPost: (key: string, body: string) => void;
}

export type PhoneTab = ReturnType<typeof openServices> & {
  /** Ends a page as the system kills it: pending work stops in the middle, and no code of it runs on. */
  crash(): void;
  /** As a person closes it. */
  close(): Promise<void>;
};

/** Work that a phone has stored and not let go of. */
export interface HeldWork {
  /** The keys of its batches. */
  readonly keys: ReadonlySet<string>;
  /** The status that it will give each insight: its batches in their order, then the list. */
  readonly statuses: ReadonlyMap<string, InsightStatus>;
}

interface StoredStatus {
  insightId: string;
  insightStatus: InsightStatus;
}

/** The state that outlives a page: storage, and what the browser keeps for its tabs. */
export class Phone {
  readonly #parts: PhoneParts;
  readonly #factory = new FakeIdbFactory();
  readonly #locks = createTabLocks();
  readonly #channels = new Map<string, Set<(message: unknown) => void>>();
  readonly #values = new Map<string, string>();
  readonly #keyValues = new Map<string, unknown>();
  readonly #signals = new Set<() => void>();
  #hasNetwork = true;
  #clockOffMs = 0;
  #roundsHeard = 0;

  constructor(parts: PhoneParts) {
    this.#parts = parts;
    this.#values.set(LOCAL_KEYS.token, `Bearer ${parts.token}`);
    this.#values.set(LOCAL_KEYS.userId, String(parts.user.userIdSql));
  }

  /** Events that the browser fires in an outage that it notices. */
  setNetwork(there: boolean): void {
    this.#hasNetwork = there;
    for (const listener of [...this.#signals]) listener();
  }

  /** Sets its clock: by how much it is wrong. */
  setClock(offMs: number): void {
    this.#clockOffMs = offMs;
  }

  /** Rounds of the feed whose last page has arrived. */
  roundsHeard(): number {
    return this.#roundsHeard;
  }

  /** What its storage holds, whether a page is open or not. */
  async heldWork(): Promise<HeldWork> {
    const opened = await settled(this.#factory.open(outboxName(this.#parts.user.userIdSql)));
    try {
      const stores = opened.transaction(["batches", "actions"]);
      const [batches, actions] = await Promise.all([
        settled(stores.objectStore("batches").getAll()) as Promise<
          { batchId: string; position: number; actions: StoredStatus[] }[]
        >,
        settled(stores.objectStore("actions").getAll()) as Promise<StoredStatus[]>,
      ]);
      const inOrder = [...batches].sort((a, b) => a.position - b.position);
      const statuses = [...inOrder.flatMap((batch) => batch.actions), ...actions];
      return {
        keys: new Set(batches.map(({ batchId }) => batchId)),
        statuses: new Map(statuses.map(({ insightId, insightStatus }) => [insightId, insightStatus])),
      };
    } finally {
      opened.close();
    }
  }

  openTab(): PhoneTab {
    const life = new Life(this.#factory);
    // Dexie takes these when a database is opened, which the services do before they return.
    const before = Dexie.dependencies;
    Dexie.dependencies = { indexedDB: life.indexedDb(), IDBKeyRange: FakeIdbKeyRange };
    try {
      const world = this.#world(life);
      const services = openServices(this.#parts.user, world);
      return {
        ...services,
        crash: () => life.end(),
        close: async () => {
          await services.stop();
          life.end();
        },
      };
    } finally {
      Dexie.dependencies = before;
    }
  }

  #world(life: Life): ClientWorld {
    const { url, random, timings } = this.#parts;
    return {
      fetch: life.fetch(this.#parts.onPost, (lastPage) => {
        if (lastPage) this.#roundsHeard += 1;
      }),
      apiBase: url,
      local: {
        get: (key: LocalKey) => this.#values.get(key) ?? null,
        set: (key, value) => void this.#values.set(key, value),
        remove: (key) => void this.#values.delete(key),
      },
      keyValues: {
        get: async (key) => structuredClone(this.#keyValues.get(key)),
        set: async (key, value) => void this.#keyValues.set(key, structuredClone(value)),
        remove: async (key) => void this.#keyValues.delete(key),
      },
      data: browserLocalData,
      clock: { now: () => systemClock.now() + this.#clockOffMs },
      ids: randomIds,
      random: () => random.next(),
      timers: {
        after: (delayMs, callback) => life.after(delayMs, callback),
        elapsedMs: () => performance.now(),
      },
      locks: life.locks(this.#locks),
      page: {
        isVisible: () => true,
        mayBeOnline: () => this.#hasNetwork,
        hasWorker: () => true,
        subscribe: (listener) => life.subscribe(this.#signals, listener),
      },
      isCostlyLink: () => false,
      freeBytes: async () => null,
      watchLink: () => () => undefined,
      whenIdle: () => Promise.resolve(),
      openChannel: life.channels(this.#channels),
      insightWorkers: browserInsightWorkers(),
      version: "0.1.0",
      onTooOld: () => {},
      storages: createStorages((userId) => openPersonStorages(userId, () => {})),
      onEvicted: () => {},
      dropPictures: async () => {},
      timings,
      timeLimitFactor: () => 1,
      running: new Set(),
    };
  }
}

const PAGE_HEAD = 25_000;

function openServices(user: User, world: ClientWorld) {
  return composeServices(user, { http: composeSession(world).http, world });
}

/** One page from its opening to its end; all its resources end with it. */
class Life {
  readonly #over = new AbortController();
  readonly #factory: IDBFactory;
  readonly #connections = new Set<IDBDatabase>();
  readonly #transactions = new Set<IDBTransaction>();
  readonly #ends: (() => void)[] = [];

  constructor(factory: IDBFactory) {
    this.#factory = factory;
  }

  end(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    for (const transaction of this.#transactions) abort(transaction);
    for (const connection of this.#connections) connection.close();
    for (const end of this.#ends) end();
  }

  /** The storage as this page reaches it; after the page's end every access fails. */
  indexedDb(): IDBFactory {
    const factory = this.#factory;
    return new Proxy(factory, {
      get: (target, name) => {
        if (name === "open") return (...given: [string, number?]) => this.#open(...given);
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(factory) : value;
      },
    });
  }

  fetch(onPost: PhoneParts["onPost"], onPage: (isLast: boolean) => void): typeof fetch {
    return async (input, init) => {
      if (this.#over.signal.aborted) return never();
      if (init?.method === "POST") {
        onPost(new Headers(init.headers).get("idempotency-key") ?? "", bodyText(init.body));
      }
      const signals = [this.#over.signal, ...(init?.signal ? [init.signal] : [])];
      const answer = fetch(input, { ...init, signal: AbortSignal.any(signals) });
      const read = await answer
        .then(
          async (response) => ({ response, body: await response.arrayBuffer() }),
          (error: unknown) => ({ error }),
        )
        .catch((error: unknown) => ({ error }));
      if (this.#over.signal.aborted) return never();
      if ("error" in read) throw read.error;
      const { status, headers } = read.response;
      if (status === 200 && String(input).includes("/api/sync?")) onPage(isLastPage(read.body));
      return new Response(status === 204 ? null : read.body, { status, headers: withoutCoding(headers) });
    };
  }

  after(delayMs: number, callback: () => void): () => void {
    if (this.#over.signal.aborted) return () => undefined;
    const timer = setTimeout(() => {
      if (!this.#over.signal.aborted) callback();
    }, delayMs);
    return () => clearTimeout(timer);
  }

  /** A page that has ended holds no lock and gets none. */
  locks(shared: Locks): Locks {
    const died = new Promise<never>((_, reject) => this.#ends.push(() => reject(new Error("the page died"))));
    died.catch(() => undefined);
    const under =
      <T>(work: () => Promise<T>) =>
      () =>
        this.#over.signal.aborted ? died : Promise.race([work(), died]);
    const silentWhenDead = (error: unknown) => (this.#over.signal.aborted ? never() : Promise.reject(error));
    return {
      hold: (name, work, signal) => shared.hold(name, under(work), signal).catch(silentWhenDead),
      take: (name, work) => shared.take(name, under(work)).catch(silentWhenDead),
    };
  }

  subscribe(listeners: Set<() => void>, listener: () => void): () => void {
    const remove = () => void listeners.delete(listener);
    listeners.add(listener);
    this.#ends.push(remove);
    return remove;
  }

  channels(shared: Map<string, Set<(message: unknown) => void>>): OpenChannel {
    return (name, onMessage) => {
      const listeners = shared.get(name) ?? new Set();
      shared.set(name, listeners);
      listeners.add(onMessage);
      const close = () => void listeners.delete(onMessage);
      this.#ends.push(close);
      return {
        post: (message) => {
          if (this.#over.signal.aborted) return;
          for (const listener of [...listeners])
            if (listener !== onMessage) listener(structuredClone(message));
        },
        close,
      };
    };
  }

  #open(name: string, version?: number): IDBOpenDBRequest {
    // A request without an answer.
    if (this.#over.signal.aborted)
      return { addEventListener: () => undefined } as unknown as IDBOpenDBRequest;
    const request = version === undefined ? this.#factory.open(name) : this.#factory.open(name, version);
    request.addEventListener("success", () => this.#watch(request.result));
    request.addEventListener("upgradeneeded", () => this.#watch(request.result));
    return request;
  }

  #watch(connection: IDBDatabase): void {
    if (this.#connections.has(connection)) return;
    this.#connections.add(connection);
    if (this.#over.signal.aborted) connection.close();
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...given: Parameters<typeof begin>) => {
      if (this.#over.signal.aborted) throw new DOMException("the page died", "AbortError");
      const transaction = begin(...given);
      this.#transactions.add(transaction);
      const forget = () => void this.#transactions.delete(transaction);
      transaction.addEventListener("complete", forget);
      transaction.addEventListener("abort", forget);
      return transaction;
    };
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It was through already.
  }
}

/** Large bodies are sent compressed. */
function bodyText(body: RequestInit["body"]): string {
  return body instanceof ArrayBuffer ? gunzipSync(new Uint8Array(body)).toString() : String(body);
}

/** The cursor and `more` come first in a page. */
function isLastPage(body: ArrayBuffer): boolean {
  return new TextDecoder().decode(body.slice(0, PAGE_HEAD)).includes('"more":false');
}

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** `fetch` has decompressed the body. */
function withoutCoding(headers: Headers): Headers {
  const plain = new Headers(headers);
  plain.delete("content-encoding");
  plain.delete("content-length");
  return plain;
}

/** A promise that never settles, for a page that has ended. */
function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}
