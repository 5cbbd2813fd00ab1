import "fake-indexeddb/auto";
import { gunzipSync } from "node:zlib";
import { Dexie } from "dexie";
import type { ClientWorld } from "../../../src/app/composition/client-world.ts";
import { composeServices } from "../../../src/app/composition/compose-services.ts";
import { composeSession } from "../../../src/app/composition/compose-session.ts";
import { openPersonStorages } from "../../../src/app/composition/person-storages.ts";
import { createStorages } from "../../../src/app/composition/storages.ts";
import type { Role } from "../../../src/domain/account/role.ts";
import type { Channel, OpenChannel } from "../../../src/platform/channel.ts";
import { createTabLocks } from "../../../src/platform/locks.ts";
import { LOCAL_KEYS, type LocalKey } from "../../../src/platform/stored-values.ts";
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from "../../../src/protocol/protocol-version.ts";
import type { User } from "../../../src/protocol/shapes.ts";
import type { InsightQuery } from "../../../src/query/insight-engine.ts";
import { browserInsightWorkers } from "../../../src/query/worker/start-insight-worker.ts";
import { browserLocalData } from "../../../src/storage/device-space/local-data.ts";
import { SYNC_TIMINGS } from "../../../src/sync/sync-timings.ts";
import type { TestApp, TestUser } from "../../support/server/test-app.ts";
import { countingIds, type TestTimers } from "../../support/time/test-clock.ts";

/** The real client core without a browser: IndexedDB in memory; the test controls network and time. */

export interface SeenRequest {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** The fate of a request; "pass" lets it through. */
export type Fault =
  | "pass"
  /** The request never arrives. */
  | "unreachable"
  /** The server handles it, and its answer is lost. */
  | "answerLost"
  | Response;

/** A request's body as text, compressed or not. */
export function sentBody(init: RequestInit | undefined): string | undefined {
  if (init?.body instanceof ArrayBuffer) return gunzipSync(new Uint8Array(init.body)).toString();
  return typeof init?.body === "string" ? init.body : undefined;
}

/** A refusal as our server gives it, with the protocol header. */
export function ownRefusal(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, {
    status,
    headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), ...headers },
  });
}

export class Network {
  readonly seen: SeenRequest[] = [];
  fault: (request: SeenRequest) => Fault | Promise<Fault> = () => "pass";
  /** Changes a server's answer on its way. */
  rewrite: (request: SeenRequest, answer: Response) => Response | Promise<Response> = (_, answer) => answer;
  /** Requests whose answer is on its way. */
  open = 0;
  /** The server that requests reach; another one after a restore. */
  server: TestApp;

  constructor(app: TestApp) {
    this.server = app;
  }

  cut() {
    this.fault = () => "unreachable";
  }

  mend() {
    this.fault = () => "pass";
  }

  to(path: string): SeenRequest[] {
    return this.seen.filter((request) => request.path === path);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input), "http://app.test");
    const body = sentBody(init);
    const request: SeenRequest = {
      method: init?.method ?? "GET",
      path: url.pathname,
      search: url.searchParams,
      headers: new Headers(init?.headers),
      body: body === undefined ? undefined : (JSON.parse(body) as unknown),
    };
    this.seen.push(request);
    this.open += 1;
    try {
      return await this.#answer(request, init?.body, init?.signal ?? null);
    } finally {
      this.open -= 1;
    }
  };

  async #answer(
    request: SeenRequest,
    body: RequestInit["body"],
    signal: AbortSignal | null,
  ): Promise<Response> {
    const fault = await this.fault(request);
    if (fault === "unreachable") throw new TypeError("network unreachable");
    if (fault instanceof Response) return fault;
    // A form gets its boundary, and its content type with it, when it is sent.
    const form = body instanceof FormData ? new Response(body) : null;
    const answer = await this.server.app.inject({
      method: request.method as "GET",
      url: `${request.path}?${request.search}`,
      headers: { ...Object.fromEntries(request.headers), ...Object.fromEntries(form?.headers ?? []) },
      ...(form === null ? {} : { payload: Buffer.from(await form.arrayBuffer()) }),
      ...(typeof body === "string" ? { payload: body } : {}),
      ...(body instanceof ArrayBuffer ? { payload: Buffer.from(body) } : {}),
    });
    signal?.throwIfAborted();
    if (fault === "answerLost") throw new TypeError("connection reset");
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    const response = new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
    return this.rewrite(request, response);
  }
}

/** The state that the tabs of one browser profile share. */
export class Device {
  readonly network: Network;
  readonly timers: TestTimers;
  readonly values = new Map<string, string>();
  readonly keyValues = new Map<string, unknown>();
  readonly locks = createTabLocks();
  readonly app: TestApp;
  readonly ids = countingIds();
  /** Whether this device's link is slow or paid by volume. */
  costlyLink = false;
  /** Bytes that may still be stored. */
  freeBytes = 1_000_000_000;
  readonly page = { visible: true, online: true, listeners: new Set<() => void>() };
  readonly #channels = new Map<string, Set<(message: unknown) => void>>();
  readonly #open = new Set<{ stop(): Promise<void> }>();

  constructor(app: TestApp) {
    this.app = app;
    this.network = new Network(app);
    this.timers = app.clock.timers();
  }

  world(): ClientWorld {
    const openChannel: OpenChannel = (name, onMessage): Channel => {
      const listeners = this.#channels.get(name) ?? new Set();
      this.#channels.set(name, listeners);
      listeners.add(onMessage);
      return {
        post: (message) => {
          for (const listener of [...listeners])
            if (listener !== onMessage) listener(structuredClone(message));
        },
        close: () => listeners.delete(onMessage),
      };
    };
    return {
      fetch: this.network.fetch,
      apiBase: "",
      local: {
        get: (key: LocalKey) => this.values.get(key) ?? null,
        set: (key, value) => void this.values.set(key, value),
        remove: (key) => void this.values.delete(key),
      },
      keyValues: {
        get: async (key) => structuredClone(this.keyValues.get(key)),
        set: async (key, value) => void this.keyValues.set(key, structuredClone(value)),
        remove: async (key) => void this.keyValues.delete(key),
      },
      data: browserLocalData,
      clock: this.app.clock,
      ids: this.ids,
      random: () => 0.5,
      timers: this.timers,
      locks: this.locks,
      page: {
        isVisible: () => this.page.visible,
        mayBeOnline: () => this.page.online,
        hasWorker: () => true,
        subscribe: (listener) => {
          this.page.listeners.add(listener);
          return () => this.page.listeners.delete(listener);
        },
      },
      isCostlyLink: () => this.costlyLink,
      freeBytes: async () => this.freeBytes,
      watchLink: () => () => undefined,
      whenIdle: () => Promise.resolve(),
      openChannel,
      insightWorkers: browserInsightWorkers(),
      version: "0.1.0",
      onTooOld: () => {},
      storages: createStorages((userId) => openPersonStorages(userId, () => {})),
      onEvicted: () => {},
      dropPictures: async () => {},
      timings: SYNC_TIMINGS,
      timeLimitFactor: () => 1,
      running: new Set(),
    };
  }

  /** Fires the browser's events: the network returned, or the page became visible. */
  signal() {
    for (const listener of [...this.page.listeners]) listener();
  }

  signIn(user: TestUser) {
    this.values.set(LOCAL_KEYS.token, `Bearer ${user.token}`);
    this.values.set(LOCAL_KEYS.userId, String(user.userId));
  }

  /** A page of a signed-in person, with sync running. @param change what differs in this tab's world */
  openTab(
    user: TestUser,
    role: Role = "member",
    change: (world: ClientWorld) => ClientWorld = (world) => world,
  ) {
    this.signIn(user);
    const world = change(this.world());
    const { http, session } = composeSession(world);
    const services = composeServices(asUser(user, role), { http, world });
    const tab = { ...services, session, http };
    this.#open.add(tab);
    return {
      ...tab,
      stop: async () => {
        this.#open.delete(tab);
        await services.stop();
      },
    };
  }

  async close() {
    for (const tab of this.#open) await tab.stop();
    for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  }
}

export type Tab = ReturnType<Device["openTab"]>;

function asUser(user: TestUser, role: Role): User {
  return {
    userIdSql: user.userId,
    firstName: user.username,
    lastName: "Test",
    phoneNumber: "7000000000",
    country: "Kenya",
    username: user.username,
    email: user.email,
    imageUrl: null,
    deletionAt: null,
    role,
  };
}

/** Runs everything that is under way until the condition holds; the test's own timeout is the limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

export const EVERYTHING: InsightQuery = {
  filter: { showArchived: true },
  sort: { column: "time", descending: true },
  grouped: false,
  offset: 0,
  limit: 20_000,
};

/** The status that a screen shows for each insight. */
export async function shownStatuses(tab: Tab): Promise<Record<string, string | null>> {
  const { rows } = await tab.insights.page(EVERYTHING);
  return Object.fromEntries(rows.map((row) => [row.insightId, row.status]));
}

/** Inserts insights into the server's database, oldest first. @returns their ids */
export async function addInsights(
  app: TestApp,
  deviceRef: number,
  count: number,
  columns: (index: number) => object = () => ({}),
): Promise<string[]> {
  return app.db.write(async (transaction) => {
    const ids: string[] = [];
    for (let start = 0; start < count; start += 200) {
      const rows = Array.from({ length: Math.min(200, count - start) }, (_, offset) => {
        const index = start + offset;
        return {
          ...PLAIN_INSIGHT,
          device_ref: deviceRef,
          source_id: `${deviceRef}-${index}-${app.deps.ids.uuid()}`,
          time_stamp: app.clock.now() - (count - index) * 60_000,
          ...columns(index),
        };
      });
      const added = await transaction.insertInto("insights").values(rows).returning("insight_id").execute();
      ids.push(...added.map((row) => String(row.insight_id)));
    }
    return ids;
  });
}

const PLAIN_INSIGHT = {
  table_name: "insights",
  alg_id: null,
  class_name: "fox",
  class_id: 1,
  class_list: JSON.stringify([{ className: "fox", averageConfidence: 0.9 }]),
  confidence: 0.9,
  group_confidence: null,
  is_from_lora: 0,
  file_ctime: null,
  file_ctime_text: null,
  file_ctime_offset: null,
  comms_source: "wifi",
  latitude: 1.5,
  longitude: 2.5,
  collection_id: null,
  photo_id: null,
  photo_created_at: null,
  boxes: null,
  origin: "machine",
  status_by: null,
  status_at: null,
} as const;

export async function serverStatuses(app: TestApp): Promise<Record<string, string>> {
  const rows = await app.db.reader.selectFrom("insights").select(["insight_id", "insight_status"]).execute();
  return Object.fromEntries(rows.map((row) => [String(row.insight_id), row.insight_status]));
}

/** Advances the time by half a second at a time until the condition holds. */
export async function passTimeUntil(
  device: Device,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  while (!(await condition())) {
    await rest(device);
    if (await condition()) return;
    device.timers.advance(500);
  }
}

/** Runs everything that needs no time: answers on their way, and the writes after them. */
export async function rest(device: Device): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (device.network.open > 0) turn = 0;
  }
}

/** A person with one Sentinel and its insights, oldest first. */
export async function personWithInsights(app: TestApp, name: string, count: number) {
  const user = await app.addUser(name);
  const deviceId = `cam-${name}`;
  const deviceRef = await app.addDevice(deviceId, [user]);
  const ids = await addInsights(app, deviceRef, count);
  const target = (index: number) => ({ insightId: ids[index] ?? "", deviceId, base: "none" as const });
  return { user, deviceId, deviceRef, ids, target };
}

export async function historyOf(app: TestApp, insightId: string) {
  return app.db.reader
    .selectFrom("insight_history")
    .select(["user_id", "from_status", "to_status"])
    .where("insight_id", "=", Number(insightId))
    .orderBy("history_id")
    .execute();
}

/** Whether this machine holds a database of that name. */
export function databaseExists(name: string): Promise<boolean> {
  return Dexie.exists(name);
}
