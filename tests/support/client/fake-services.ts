import type { Services } from "../../../src/client/services.tsx";
import { BULK_UPDATE_CAP } from "../../../src/domain/bulk-update.ts";
import type { DeviceFields } from "../../../src/domain/device/device-fields.ts";
import { summarizeCollection } from "../../../src/domain/insight/collection.ts";
import {
  COMMS_SOURCES,
  INSIGHT_STATUSES,
  type InsightStatus,
  insightTimeMs,
  shownConfidence,
} from "../../../src/domain/insight/insight.ts";
import type { OfflineSet } from "../../../src/domain/offline/offline-set.ts";
import { RETAIN_EVERYTHING } from "../../../src/domain/offline/retention.ts";
import type { OutboxState, UnsavedAction } from "../../../src/domain/outbox/projection.ts";
import { allWords, searchWords, wordsHeld } from "../../../src/domain/text-search.ts";
import { utcDay } from "../../../src/domain/time.ts";
import type { OfflineSetControl } from "../../../src/offline-sets/offline-set-control.ts";
import type { Http } from "../../../src/platform/http.ts";
import type { Device, Feature, Group, Model } from "../../../src/protocol/shapes.ts";
import type { SyncEstimates } from "../../../src/protocol/sync-estimate.ts";
import type {
  GroupColumn,
  InsightCount,
  InsightEngine,
  InsightFilter,
  InsightOrder,
  InsightQuery,
  InsightRow,
  InsightSet,
} from "../../../src/query/insight-engine.ts";
import type { MirrorReader } from "../../../src/storage/mirror-reader.ts";
import type { RetentionState } from "../../../src/storage/retained-insights.ts";
import type { SpaceUsed } from "../../../src/storage/space-used.ts";
import type { ActionTarget, OverflowPolicy, ReviewOutbox } from "../../../src/sync/outbox/review-outbox.ts";
import type { RetentionControl } from "../../../src/sync/pull/retention-control.ts";
import type { PhotoAnswer, PhotoLoader, SyncControl, SyncStatus } from "../../../src/sync/sync-status.ts";
import { ABSENT_INSIGHT } from "./absent-insight.ts";

/** What a test may say about the world around the insights screen. */
export interface FakeWorld {
  rows: readonly InsightRow[];
  restricted?: boolean;
  features?: readonly Feature[];
  groups?: readonly Group[];
  devices?: readonly Device[];
  /** Edits of Sentinels that wait in the outbox, by device_id. */
  deviceEdits?: ReadonlyMap<string, Partial<DeviceFields>>;
  models?: readonly Model[];
  /** Answers the calls that a screen makes by itself; left out, nobody answers them. */
  http?: Http;
  sync?: Partial<SyncStatus>;
  outbox?: Partial<OutboxState>;
  held?: number;
  complete?: boolean;
  /** The first pages are of what was kept, with a count that is too low. */
  countsLater?: boolean;
  kept?: Partial<RetentionState>;
  /** What the server holds and what choices would bring; left out: it cannot be told now. */
  total?: number;
  estimates?: SyncEstimates["message"];
  space?: SpaceUsed;
  packs?: readonly OfflineSet[];
  packControl?: Partial<OfflineSetControl>;
  costlyLink?: boolean;
  photo?: (photo: { deviceId: string; photoUrl: string }, thumbnail: boolean) => Promise<PhotoAnswer>;
}

const KEPT_ALL: RetentionState = {
  choice: null,
  covers: RETAIN_EVERYTHING,
  complete: true,
  trimmed: false,
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
 * Everything a signed-in screen works with, in memory and at once: the rules of the list (one entry an insight,
 * one step an action, the cap) hold, nothing is stored and nothing is sent.
 */
export function createFakeServices(world: FakeWorld): FakeServices {
  const changed = createSignal();
  const outboxChanged = createSignal();
  const syncChanged = createSignal();
  const calls: string[] = [];
  const queries: InsightQuery[] = [];
  let rows = world.rows;
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
  outboxChanged.subscribe(changed.emit);
  const overlaid = (row: InsightRow): InsightRow => {
    const action = outbox.getState().unsaved.find(({ insightId }) => insightId === row.insightId);
    return action ? { ...row, status: action.insightStatus, unsent: true } : row;
  };

  const passing = ({ filter, grouped }: InsightSet) => {
    const single = rows.map(overlaid);
    return (grouped ? foldCollections(single) : single).filter((row) => matches(row, filter));
  };
  const ordered = (order: InsightOrder) => passing(order).toSorted(comparator(order.sort));

  const insights: InsightEngine = {
    async page(query) {
      queries.push(query);
      if (failing) throw new Error("the view cannot read");
      const sorted = ordered(query);
      return {
        rows: sorted.slice(query.offset, query.offset + query.limit),
        matched: countsLater ? Math.floor(sorted.length / 3) : sorted.length,
        ...(query.grouped && !countsLater
          ? { insights: sorted.reduce((sum, { members }) => sum + Math.max(1, members.length), 0) }
          : {}),
        held: world.held ?? rows.length,
        complete: world.complete ?? true,
        ...(countsLater ? { countsLater, provisional: true } : {}),
      };
    },
    insight: async (insightId) => rows.map(overlaid).find((row) => row.insightId === insightId) ?? null,
    serverStatuses: async (ids) =>
      new Map(
        rows.flatMap(({ insightId, serverStatus }) =>
          serverStatus !== null && ids.includes(insightId) ? [[insightId, serverStatus]] : [],
        ),
      ),
    group: async (by, set) => groupRows(by, rows, passing(set)),
    histogram: async () => {
      throw new Error("no screen under test asks for it");
    },
    dashboard: async () => ({ counts: {}, held: 0, complete: true }),
    async placeOf(order, insightIds) {
      const at = ordered(order).findIndex((row) =>
        [row, ...row.members].some(({ insightId }) => insightIds.includes(insightId)),
      );
      return at < 0 ? null : at;
    },
    async snapshot(order) {
      const sorted = ordered(order);
      return {
        matched: sorted.length,
        rows: async (offset, limit) => sorted.slice(offset, offset + limit),
        release() {},
      };
    },
    subscribe: changed.subscribe,
  };
  const syncControl: SyncControl = {
    getStatus: () => sync,
    subscribe: syncChanged.subscribe,
    pullNow: async () => void calls.push("pullNow"),
  };
  const photo = world.photo ?? (async (): Promise<PhotoAnswer> => ({ kind: "missing" }));
  const photos: PhotoLoader = {
    thumbnail: (address) => photo(address, true),
    full: (address) => photo(address, false),
  };
  const mirror: MirrorReader = {
    devices: async () =>
      (world.devices ?? []).map((device) => ({
        ...device,
        group_id:
          world.groups?.find(({ devices }) => devices.includes(device.device_id))?.group_id ??
          device.group_id ??
          null,
      })),
    groups: async () => [...(world.groups ?? [])],
    alerts: async () => [],
    models: async () => [...(world.models ?? [])],
    features: async () => [...(world.features ?? [])],
    countNewAlerts: async () => 7,
    packs: async () => world.packs ?? [],
    kept: async () => ({ ...KEPT_ALL, ...world.kept }),
  };
  const keep: RetentionControl = {
    choose: async ({ days, groups }) => void calls.push(`keep ${days} ${groups}`),
    estimates: async () => world.estimates ?? null,
    total: async () => world.total ?? null,
  };
  return {
    insights,
    outbox,
    sync: syncControl,
    photos,
    mirror,
    username: "ada",
    userId: 1,
    http: world.http ?? SILENT_HTTP,
    files: {
      exportUnsent: async () => ({ name: "unsent.json", text: "{}", count: outbox.getState().unsentCount }),
      importUnsent: async () => ({ kind: "taken", count: 2, known: 1 }),
    },
    keep,
    packs: async () => createFakePacks(world, calls),
    isCostlyLink: () => world.costlyLink ?? false,
    space: async () => world.space ?? { total: null, quota: null, thumbnails: null, insights: 0, unsent: 0 },
    calls,
    queries,
    setSync(change) {
      sync = { ...sync, ...change };
      syncChanged.emit();
    },
    setOutbox: outbox.set,
    setRows(next) {
      rows = next;
      changed.emit();
    },
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

function createFakeOutbox(world: FakeWorld, calls: string[], changed: Signal) {
  const done: (readonly UnsavedAction[])[] = [];
  const undone: (readonly UnsavedAction[])[] = [];
  let entries = 0;
  let state: OutboxState = {
    ready: true,
    unsaved: [],
    canUndo: false,
    canRedo: false,
    batches: [],
    bulk: null,
    returned: 0,
    refused: [],
    autoSentCount: 0,
    unsentCount: 0,
    storageError: false,
    maySend: true,
    ...world.outbox,
  };
  const set = (change: Partial<OutboxState>) => {
    state = { ...state, canUndo: done.length > 0, canRedo: undone.length > 0, ...change };
    const sealed = state.batches.reduce((sum, { count }) => sum + count, 0);
    state = { ...state, unsentCount: state.unsaved.length + sealed };
    changed.emit();
  };
  const step = (unsaved: readonly UnsavedAction[]) => {
    done.push(state.unsaved);
    undone.length = 0;
    set({ unsaved });
  };
  const back = (from: (readonly UnsavedAction[])[], to: (readonly UnsavedAction[])[]) => {
    const unsaved = from.pop();
    if (unsaved === undefined) return [];
    const before = state.unsaved;
    to.push(before);
    set({ unsaved });
    return differing(before, unsaved);
  };
  const outbox: ReviewOutbox & { set: typeof set } = {
    set,
    getState: () => state,
    subscribe: changed.subscribe,
    async act(targets: readonly ActionTarget[], insightStatus: InsightStatus, agreed?: OverflowPolicy) {
      if (world.restricted) return "forbidden";
      const ids = new Set(targets.map(({ insightId }) => insightId));
      const others = state.unsaved.filter(({ insightId }) => !ids.has(insightId));
      if (others.length + ids.size > BULK_UPDATE_CAP) {
        if (!agreed) return "capped";
        for (let start = 0; start < targets.length; start += BULK_UPDATE_CAP) {
          await outbox.save();
          await outbox.act(targets.slice(start, start + BULK_UPDATE_CAP), insightStatus);
        }
        if (targets.length > BULK_UPDATE_CAP) await outbox.save();
        return "taken";
      }
      const beneath = (target: ActionTarget) =>
        world.rows.find(({ insightId }) => insightId === target.insightId)?.serverStatus ?? target.base;
      const added = targets
        .filter((target) => beneath(target) !== insightStatus)
        .map(({ insightId, deviceId, base }) => {
          entries += 1;
          return {
            id: `a${entries}`,
            insightId,
            deviceId,
            insightStatus,
            base,
            atMs: entries,
            offline: false,
          };
        });
      step([...others, ...added]);
      return "taken";
    },
    undo: async () => ({ insightIds: back(done, undone), left: 0, inverse: 0 }),
    redo: async () => ({ insightIds: back(undone, done), left: 0, inverse: 0 }),
    cancelAll: async () => step([]),
    async save() {
      calls.push(`save ${state.unsaved.length}`);
      if (state.unsaved.length === 0) return;
      const batch = {
        batchId: `b${state.batches.length}`,
        position: state.batches.length + 1,
        count: state.unsaved.length,
        phase: "sealed" as const,
        bulkId: null,
        status: null,
        sealedAtMs: 0,
      };
      set({ unsaved: [], batches: [...state.batches, batch] });
    },
    refreshBulk: async () => void calls.push("refreshBulk"),
    async dismissBulkMessage() {
      calls.push("dismissBulkMessage");
      set({ bulk: null });
    },
    resend: async () => void calls.push("resend"),
    async dismissOutcomes(ids) {
      calls.push(`dismiss ${ids.join(" ")}`);
      set({ refused: state.refused.filter(({ id }) => !ids.includes(id)) });
    },
    async retryOutcomes(ids, agreed) {
      if (!agreed && state.unsaved.length + ids.length > BULK_UPDATE_CAP) return "capped";
      calls.push(`retry ${ids.join(" ")}${agreed ? " past the cap" : ""}`);
      set({ refused: state.refused.filter(({ id }) => !ids.includes(id)) });
      return "taken";
    },
    enqueue: async () => "taken",
    waitingWrites: () => world.deviceEdits ?? new Map(),
  };
  return outbox;
}

function differing(before: readonly UnsavedAction[], after: readonly UnsavedAction[]): string[] {
  const statusIn = (list: readonly UnsavedAction[], id: string) =>
    list.find(({ insightId }) => insightId === id)?.insightStatus;
  const ids = new Set([...before, ...after].map(({ insightId }) => insightId));
  return [...ids].filter((id) => statusIn(before, id) !== statusIn(after, id));
}

function matches(row: InsightRow, filter: InsightFilter): boolean {
  const isIn = (values: readonly unknown[] | undefined, value: unknown) =>
    values === undefined || values.length === 0 || values.includes(value);
  const words = searchWords(filter.text ?? "");
  const at = insightTimeMs(row);
  return (
    (filter.showArchived || row.status !== "archive") &&
    wordsHeld(words, [row.className, row.displayName]) === allWords(words) &&
    (filter.deviceName === undefined || row.displayName.includes(filter.deviceName)) &&
    isIn(filter.classNames, row.className) &&
    isIn(filter.deviceIds, row.deviceId) &&
    isIn(filter.statuses, row.status) &&
    isIn(filter.sources, row.commsSource) &&
    at >= (filter.fromMs ?? Number.NEGATIVE_INFINITY) &&
    at <= (filter.toMs ?? Number.POSITIVE_INFINITY) &&
    (filter.minConfidence === undefined || (shownConfidence(row) ?? -1) >= filter.minConfidence) &&
    (filter.maxConfidence === undefined || (shownConfidence(row) ?? 2) <= filter.maxConfidence) &&
    (!filter.classList ||
      row.classList.some((score) =>
        score.className.toLowerCase().includes((filter.classList ?? "").trim().toLowerCase()),
      ))
  );
}

function comparator({ column, descending }: InsightQuery["sort"]) {
  const sortValue = (row: InsightRow): number | string => {
    if (column === "time") return insightTimeMs(row);
    if (column === "confidence") return shownConfidence(row) ?? -1;
    if (column === "device") return row.displayName;
    if (column === "source") return row.commsSource ?? "";
    if (column === "status") return row.status ?? "";
    return row.className;
  };
  return (a: InsightRow, b: InsightRow) => {
    const [first, second] = [sortValue(a), sortValue(b)];
    const order = first < second ? -1 : first > second ? 1 : 0;
    return descending ? -order : order;
  };
}

function foldCollections(rows: readonly InsightRow[]): InsightRow[] {
  const folded: InsightRow[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    if (row.collectionId === null) folded.push(row);
    else if (!seen.has(row.collectionId)) {
      seen.add(row.collectionId);
      const members = rows.filter(({ collectionId }) => collectionId === row.collectionId);
      const summary = summarizeCollection(members);
      folded.push({ ...row, ...summary, members, unsent: members.some(({ unsent }) => unsent) });
    }
  }
  return folded;
}

/** What any row has, counted over those that pass; of statuses and sources all that there are. */
function groupRows(
  by: GroupColumn,
  all: readonly InsightRow[],
  passing: readonly InsightRow[],
): InsightCount[] {
  const keyOf = (row: InsightRow) =>
    ({
      className: row.className,
      device: row.deviceId,
      status: row.status,
      source: row.commsSource,
      day: utcDay(insightTimeMs(row)),
    })[by];
  const fixed: readonly string[] = by === "status" ? INSIGHT_STATUSES : by === "source" ? COMMS_SOURCES : [];
  const values = new Set([...fixed, ...all.map(keyOf).filter((value) => value !== null)]);
  const nameOf = (value: string) =>
    (by === "device" && all.find(({ deviceId }) => deviceId === value)?.displayName) || value;
  return [...values]
    .map((value) => ({
      value,
      name: nameOf(value),
      count: passing.filter((row) => keyOf(row) === value).length,
    }))
    .toSorted((a, b) => b.count - a.count);
}

type Signal = ReturnType<typeof createSignal>;

function createSignal() {
  const listeners = new Set<() => void>();
  return {
    emit: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Says what it was told; nothing is packed. */
function createFakePacks(world: FakeWorld, calls: string[]): OfflineSetControl {
  const note = (what: string) => async (packId: string) => void calls.push(`${what} ${packId}`);
  return {
    estimate: async () => ({ kind: "unknown" }),
    pack: async (wish) => void calls.push(`pack ${JSON.stringify(wish)}`),
    pause: note("pause"),
    resume: note("resume"),
    allowAnyLink: note("any link for"),
    allow: async (packId, budget) => void calls.push(`allow ${packId} ${budget}`),
    retry: note("retry"),
    unpack: note("unpack"),
    ...world.packControl,
  };
}
