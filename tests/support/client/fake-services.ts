import type { Services } from "../../../src/client/services.tsx";
import { isOpenAlert } from "../../../src/domain/alert/alert.ts";
import type { DeviceFields } from "../../../src/domain/device/device-fields.ts";
import type { OfflineSet } from "../../../src/domain/offline/offline-set.ts";
import { RETAIN_EVERYTHING } from "../../../src/domain/offline/retention.ts";
import type { OutboxState } from "../../../src/domain/outbox/projection.ts";
import type { OfflineSetControl } from "../../../src/offline-sets/offline-set-control.ts";
import type { Http } from "../../../src/platform/http.ts";
import { systemTimers, type Timers } from "../../../src/platform/timers.ts";
import type { Alert, Device, Feature, Group, Model } from "../../../src/protocol/shapes.ts";
import type { SyncEstimates } from "../../../src/protocol/sync-estimate.ts";
import type { InsightEngine, InsightQuery, InsightRow } from "../../../src/query/insight-engine.ts";
import type { SessionStoreApi } from "../../../src/state/session-store.ts";
import type { SpaceUsed } from "../../../src/storage/device-space/space-used.ts";
import type { FirstDevices } from "../../../src/storage/mirror/first-devices.ts";
import type { MirrorReplaced } from "../../../src/storage/mirror/mirror-database.ts";
import type { MirrorReader } from "../../../src/storage/mirror/mirror-reader.ts";
import type { RetentionState } from "../../../src/storage/mirror/retention-state.ts";
import type { RetentionControl } from "../../../src/sync/pull/retention-control.ts";
import type { PhotoAnswer, PhotoLoader, SyncControl, SyncStatus } from "../../../src/sync/sync-status.ts";
import { ABSENT_INSIGHT } from "./absent-insight.ts";
import { createFakeOutbox } from "./fake-outbox.ts";
import { createMemoryInsights } from "./memory-insights.ts";
import { createSignal } from "./signal.ts";

/** The state around the screen that a test can set. */
export interface FakeWorld {
  rows: readonly InsightRow[];
  restricted?: boolean;
  features?: readonly Feature[];
  groups?: readonly Group[];
  devices?: readonly Device[];
  /** Resolves when the devices are read; left out, at once. */
  devicesRead?: Promise<void>;
  firstDevices?: FirstDevices;
  /** Edits of Sentinels that wait in the outbox, by device_id. */
  deviceEdits?: ReadonlyMap<string, Partial<DeviceFields>>;
  models?: readonly Model[];
  alerts?: readonly Alert[];
  /** Decisions of the person that others replaced. */
  replaced?: readonly MirrorReplaced[];
  /** Answers the calls that a screen makes by itself; left out, nobody answers them. */
  http?: Http;
  sync?: Partial<SyncStatus>;
  outbox?: Partial<OutboxState>;
  held?: number;
  complete?: boolean;
  /** The first pages come from the stored head, with a count that is too low. */
  countsLater?: boolean;
  retention?: Partial<RetentionState>;
  /** The server's number of insights, and the estimates of choices; left out: unknown. */
  total?: number;
  estimates?: SyncEstimates["message"];
  space?: SpaceUsed;
  offlineSets?: readonly OfflineSet[];
  packControl?: Partial<OfflineSetControl>;
  costlyLink?: boolean;
  /** The timers that waits use; left out, the system's. */
  timers?: Timers;
  /** Of the app around the screen; left out: of ADA. */
  session?: SessionStoreApi;
  photo?: (photo: { deviceId: string; photoUrl: string }, thumbnail: boolean) => Promise<PhotoAnswer>;
}

const RETAIN_ALL: RetentionState = {
  choice: null,
  covers: RETAIN_EVERYTHING,
  complete: true,
  trimmed: false,
  heldFromMs: null,
  takesChoice: true,
};

export interface FakeServices extends Services {
  setSync(change: Partial<SyncStatus>): void;
  setOutbox(change: Partial<OutboxState>): void;
  setRows(rows: readonly InsightRow[]): void;
  /** All insights were read: pages have the right count now. */
  setCounted(): void;
  /** Calls of the outbox that reach the network or the person's messages, in order. */
  calls: string[];
  /** Questions that the view was asked, newest last. */
  queries: InsightQuery[];
  /** Makes the view's next pages fail. */
  failPages(fail: boolean): void;
}

/**
 * Everything that a signed-in screen works with, in memory: the real query engine answers, the rules of the list (one
 * entry an insight, one step an action, the cap) hold, nothing is stored and nothing is sent.
 */
export function createFakeServices(world: FakeWorld): FakeServices {
  const changed = createSignal();
  const outboxChanged = createSignal();
  const syncChanged = createSignal();
  const calls: string[] = [];
  const queries: InsightQuery[] = [];
  let failing = false;
  let countsLater = world.countsLater ?? false;
  let sync: SyncStatus = {
    phase: "online",
    freshAtMs: 0,
    pulling: false,
    firstSync: null,
    failed: false,
    ...world.sync,
  };

  const outbox = createFakeOutbox(world, calls, outboxChanged);
  const memory = createMemoryInsights({
    rows: world.rows,
    groups: world.groups ?? [],
    complete: world.complete ?? true,
    unsaved: () => outbox.getState().unsaved,
    onUnsaved: outboxChanged.subscribe,
  });
  const { engine } = memory;
  memory.engine.subscribe(changed.emit);
  const insights: InsightEngine = {
    ...engine,
    async page(query, signal) {
      queries.push(query);
      if (failing) throw new Error("the view cannot read");
      const { insights: counted, ...page } = await engine.page(query, signal);
      const held = world.held ?? page.held;
      if (!countsLater) return { ...page, held, ...(counted === undefined ? {} : { insights: counted }) };
      const matched = Math.floor(page.matched / 3);
      return { ...page, held, matched, countsLater: true, provisional: true };
    },
    subscribe: changed.subscribe,
  };
  const syncControl: SyncControl = {
    getStatus: () => sync,
    subscribe: syncChanged.subscribe,
    pullNow: async () => void calls.push("pullNow"),
    sendNow: () => void calls.push("sendNow"),
  };
  const photo = world.photo ?? (async (): Promise<PhotoAnswer> => ({ kind: "missing" }));
  const photos: PhotoLoader = {
    thumbnail: (address) => photo(address, true),
    full: (address) => photo(address, false),
  };
  const control: RetentionControl = {
    choose: async ({ days, groups }) => void calls.push(`keep ${days} ${groups}`),
    estimates: async () => world.estimates ?? null,
    total: async () => world.total ?? null,
  };
  return {
    insights,
    outbox,
    sync: syncControl,
    photos,
    mirror: fakeMirror(world),
    username: "ada",
    userId: 1,
    http: world.http ?? SILENT_HTTP,
    files: {
      exportUnsent: async () => ({ name: "unsent.json", text: "{}", count: outbox.getState().unsentCount }),
      importUnsent: async () => ({ kind: "taken", count: 2, known: 1 }),
    },
    retention: control,
    offlineSets: async () => createFakeOfflineSets(world, calls),
    isCostlyLink: () => world.costlyLink ?? false,
    timers: world.timers ?? systemTimers,
    space: async () => world.space ?? { total: null, quota: null, thumbnails: null, insights: 0, unsent: 0 },
    calls,
    queries,
    setSync(change) {
      sync = { ...sync, ...change };
      syncChanged.emit();
    },
    setOutbox: outbox.set,
    setRows: memory.setRows,
    setCounted() {
      countsLater = false;
      changed.emit();
    },
    failPages(fail) {
      failing = fail;
      changed.emit();
    },
  };
}

function fakeMirror(world: FakeWorld): MirrorReader {
  return {
    async devices() {
      await world.devicesRead;
      return (world.devices ?? []).map((device) => ({
        ...device,
        group_id:
          world.groups?.find(({ devices }) => devices.includes(device.device_id))?.group_id ??
          device.group_id ??
          null,
      }));
    },
    firstDevices: async () => world.firstDevices ?? null,
    groups: async () => [...(world.groups ?? [])],
    alerts: async () => [...(world.alerts ?? [])],
    openAlerts: async () => (world.alerts ?? []).filter(isOpenAlert),
    newestAlerts: async (limit) =>
      (world.alerts ?? []).toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, limit),
    alert: async (id) => world.alerts?.find((alert) => alert.id === id),
    models: async () => [...(world.models ?? [])],
    features: async () => [...(world.features ?? [])],
    countNewAlerts: async () => 7,
    replaced: async () => [...(world.replaced ?? [])],
    countReplaced: async () => (world.replaced ?? []).length,
    offlineSets: async () => world.offlineSets ?? [],
    retention: async () => ({ ...RETAIN_ALL, ...world.retention }),
  };
}

const SILENT_HTTP: Http = {
  open: async () => Promise.reject(new TypeError("nobody answers")),
  call: async () => ({ kind: "unreachable", why: "network" }),
  image: async () => ({ kind: "unreachable", why: "network" }),
};

/** An insight with sensible values; a test says what it cares about. */
export function fakeInsight(change: Partial<InsightRow> & { insightId: string }): InsightRow {
  const status = change.status ?? "none";
  return {
    ...ABSENT_INSIGHT,
    deviceId: "1",
    deviceName: null,
    displayName: "MICA 318",
    className: "grey heron",
    classId: 1,
    confidence: 0.97,
    timeStampMs: Date.UTC(2026, 10, 21, 8),
    fileCtimeMs: Date.UTC(2026, 10, 21, 7, 58, 11),
    commsSource: "cellular",
    table: "insights",
    status,
    serverStatus: status,
    unsent: false,
    members: [],
    ...change,
  };
}

/** Records its calls; stores no set. */
function createFakeOfflineSets(world: FakeWorld, calls: string[]): OfflineSetControl {
  const note = (what: string) => async (packId: string) => void calls.push(`${what} ${packId}`);
  return {
    estimate: async () => ({ kind: "unknown" }),
    async add(set) {
      calls.push(`add ${JSON.stringify(set)}`);
      return "p";
    },
    pause: note("pause"),
    resume: note("resume"),
    allowAnyLink: note("any link for"),
    allow: async (packId, budget) => void calls.push(`allow ${packId} ${budget}`),
    retry: note("retry"),
    remove: note("remove"),
    ...world.packControl,
  };
}
