import { liveQuery, type Table } from "dexie";
import {
  type BatchRow,
  EMPTY_OUTBOX,
  INSIGHT_STATUS,
  type OutboxFacts,
  type OutboxRecord,
  type StoredBatch,
} from "../../domain/outbox/outbox-record.ts";
import { idsIn, restoredRecord } from "../../domain/outbox/restore-record.ts";
import { guardDatabase } from "../guard-database.ts";
import { readTogether } from "../read-together.ts";
import { type OutboxDatabase, openOutboxDatabase } from "./outbox-database.ts";

/**
 * The stored outbox. Every change runs in one strict transaction over all of it, whichever tab makes it, so two
 * tabs never overwrite each other; what is read here is what was stored last.
 */
export interface OutboxStorage {
  /** The record as this tab knows it; null until `load` was through. */
  current(): OutboxRecord | null;
  load(): Promise<OutboxRecord>;
  /** Whether nothing was ever stored in it, as far as this tab knows. */
  isNew(): boolean;
  /** Applies a pure change to what is stored; resolves when it is durable, rejects when nothing was changed. */
  change(step: (record: OutboxRecord) => OutboxRecord): Promise<OutboxRecord>;
  /** Calls back after each change, another tab's too. */
  subscribe(listener: () => void): () => void;
  /**
   * Calls back when what was stored was deleted under this page, by the browser or a person. `restored`: it is stored
   * anew, from this page's copy; false: it could not be yet, each change tries it again. Returns the unsubscribe
   * function.
   */
  onCleared(listener: (restored: boolean) => void): () => void;
  /** Resolves once nothing is being stored anew, and what this page knows is stored. Never rejects. */
  settled(): Promise<void>;
  close(): void;
}

/** Rows that are put at once: an action is small, a batch or a step may hold a thousand insights. */
const SMALL_ROWS = 500;
const BIG_ROWS = 1;

interface Known {
  version: number;
  record: OutboxRecord;
  /** Which database it is; null for one that an earlier version of the app made. */
  store: number | null;
}

/** The rows that pages wrote anew into a database that was deleted under them. */
interface Restored {
  /** The newest version that they knew. */
  from: number;
  /** Which database it was a version of: those of another one tell nothing about it. Absent in an earlier version. */
  of?: number | null;
  /** The rows of that database that they knew. */
  ids: readonly string[];
}
const RESTORED_KEY = "restored";

export function openOutboxStorage(
  userId: number,
  onOutdated: (wasOpen: boolean) => void = () => undefined,
): OutboxStorage {
  const database = openOutboxDatabase(userId);
  const guard = guardDatabase(database, onOutdated);
  const listeners = new Set<() => void>();
  const clearedListeners = new Set<(restored: boolean) => void>();
  let known: Known | null = null;
  let looking: Promise<void> = Promise.resolve();
  let lastTurn: Promise<unknown> = Promise.resolve();
  // One after the other: where the database is deleted, a change in the new one would not know yet what the one before
  // it has just stored in the former one.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined);
    return turn;
  };

  const tellCleared = (restored: boolean) => {
    for (const listener of [...clearedListeners]) listener(restored);
  };
  const unchanged = (record: OutboxRecord) => record;
  // The connection was closed from outside: checks at once whether the data is gone too.
  guard.onLost(() => {
    if (known === null) return;
    looking = storage
      .change(unchanged)
      .catch(() => storage.change(unchanged))
      .then(
        () => undefined,
        () => {
          if (!storage.isNew()) tellCleared(false);
        },
      );
  });

  const learn = (next: Known, restored = false) => {
    // A slower answer must not put an older record back.
    if (known !== null && known.store === next.store && known.version >= next.version) return;
    // Another database: this page wrote it anew, or another one did before it.
    const cleared = restored || (known !== null && known.version > 0 && known.store !== next.store);
    known = next;
    for (const listener of listeners) listener();
    if (cleared) tellCleared(true);
  };
  const load = async () => {
    const loaded = await inTurn(async () => {
      await guard.ready();
      const read = await readTogether(database, database.tables, () => readKnown(database, known));
      if (isCleared(known, read)) return null;
      learn(read);
      return known?.record ?? read.record;
    });
    return loaded ?? (await storage.change(unchanged));
  };
  const watch = liveQuery(() => database.meta.bulkGet(["version", "store"])).subscribe({
    next: ([version, store]) => {
      if (known === null) return;
      if (Number(version?.value ?? 0) > known.version || storeOf(store) !== known.store)
        load().catch(() => undefined);
    },
    // The next change fails the same way and reports it.
    error: () => undefined,
  });

  const storage: OutboxStorage = {
    current: () => known?.record ?? null,
    load,
    isNew: () => (known?.version ?? 0) === 0,
    change: (step) =>
      inTurn(async () => {
        await guard.ready();
        let restores = false;
        const next = await database.transaction("rw", database.tables, async () => {
          const stored = await readKnown(database, known);
          restores = isCleared(known, stored);
          const before = restores && known !== null ? await restore(database, known, stored) : stored;
          const record = step(before.record);
          if (record === before.record && !restores) return before;
          const after = { ...before, version: before.version + 1, record };
          await writeDifference(database, stored.record, record);
          await database.meta.put({ key: "version", value: after.version });
          return after;
        });
        learn(next, restores);
        return next.record;
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onCleared(listener) {
      clearedListeners.add(listener);
      return () => clearedListeners.delete(listener);
    },
    async settled() {
      await looking;
      if (known !== null && known.version > 0) await storage.change(unchanged).catch(() => undefined);
    },
    close() {
      watch.unsubscribe();
      listeners.clear();
      clearedListeners.clear();
      guard.close();
    },
  };
  return storage;
}

/**
 * Whether what this page knows was deleted: versions only grow, so a smaller one is that of a new database, and so is
 * another database that a page with an older copy wrote anew.
 */
function isCleared(known: Known | null, stored: StoredNow): boolean {
  if (known === null || known.version === 0) return false;
  if (stored.version < known.version) return true;
  return stored.store !== known.store && !isRestoredFrom(known, stored, known.version);
}

/** Whether pages wrote anew what they knew of the database that this page knew, of this version at least. */
function isRestoredFrom(known: Known, { restored }: StoredNow, version: number): boolean {
  return restored.of === known.store && restored.from >= version;
}

/** What this page knows, with what the new database holds by now. Called inside the transaction that stores it. */
async function restore(database: OutboxDatabase, known: Known, stored: StoredNow): Promise<Known> {
  const older = isRestoredFrom(known, stored, 0) ? stored.restored.ids : [];
  const record = restoredRecord(known.record, stored.record, older);
  const version = Math.max(known.version, stored.version);
  const ids = [...new Set([...older, ...idsIn(known.record)])];
  const restored: Restored = { from: known.version, of: known.store, ids };
  await database.meta.put({ key: RESTORED_KEY, value: restored });
  return { version, record, store: stored.store };
}

interface StoredNow extends Known {
  restored: Restored;
}

/** The stored record; read anew only where this tab's copy is out of date. */
async function readKnown(database: OutboxDatabase, known: Known | null): Promise<StoredNow> {
  const [versionRow, storeRow, restoredRow] = await database.meta.bulkGet(["version", "store", RESTORED_KEY]);
  const version = Number(versionRow?.value ?? 0);
  const store = storeOf(storeRow);
  const restored = (restoredRow?.value as Restored | undefined) ?? { from: 0, ids: [] };
  if (known?.version === version && known.store === store) return { ...known, restored };
  const [actions, steps, batches, refused, applied, facts, settledKeys, takenBack] = await Promise.all([
    database.actions.toArray(),
    database.steps.toArray(),
    database.batches.toArray(),
    database.refused.toArray(),
    database.meta.get("applied"),
    database.meta.get("facts"),
    database.meta.get("settledKeys"),
    database.meta.get("takenBack"),
  ]);
  actions.sort((a, b) => a.place - b.place);
  batches.sort((a, b) => a.position - b.position);
  return {
    version,
    store,
    restored,
    record: {
      actions: new Map(actions.map((action) => [action.insightId, action])),
      steps,
      applied: Number(applied?.value ?? 0),
      batches: batches.map(asOfKind),
      refused,
      settledKeys: (settledKeys?.value as readonly string[] | undefined) ?? EMPTY_OUTBOX.settledKeys,
      takenBack: (takenBack?.value as readonly string[] | undefined) ?? EMPTY_OUTBOX.takenBack,
      facts: { ...EMPTY_OUTBOX.facts, ...(facts?.value as OutboxFacts | undefined) },
    },
  };
}

function storeOf(row: { value: unknown } | undefined): number | null {
  return typeof row?.value === "number" ? row.value : null;
}

function asOfKind(row: BatchRow): StoredBatch {
  return "kind" in row ? row : { ...row, kind: INSIGHT_STATUS };
}

async function writeDifference(database: OutboxDatabase, before: OutboxRecord, after: OutboxRecord) {
  await Promise.all([
    writeRows(database.actions, before.actions, after.actions),
    writeRows(database.steps, keyed(before.steps, "seq"), keyed(after.steps, "seq"), BIG_ROWS),
    writeRows(database.batches, keyed(before.batches, "batchId"), keyed(after.batches, "batchId"), BIG_ROWS),
    writeRows(database.refused, keyed(before.refused, "id"), keyed(after.refused, "id")),
    after.applied === before.applied ? null : database.meta.put({ key: "applied", value: after.applied }),
    after.facts === before.facts ? null : database.meta.put({ key: "facts", value: after.facts }),
    after.settledKeys === before.settledKeys
      ? null
      : database.meta.put({ key: "settledKeys", value: after.settledKeys }),
    after.takenBack === before.takenBack
      ? null
      : database.meta.put({ key: "takenBack", value: after.takenBack }),
  ]);
}

/** Puts the rows that are another object than before, deletes those that are gone. */
async function writeRows<Row, Key extends string | number>(
  table: Table<Row, Key>,
  before: ReadonlyMap<Key, Row>,
  after: ReadonlyMap<Key, Row>,
  atOnce = SMALL_ROWS,
): Promise<void> {
  if (before === after) return;
  const gone = [...before.keys()].filter((key) => !after.has(key));
  const changed = [...after].filter(([key, row]) => before.get(key) !== row).map(([, row]) => row);
  if (gone.length > 0) await table.bulkDelete(gone);
  // One row at a time: structured clone of large rows blocks the main thread.
  for (let start = 0; start < changed.length; start += atOnce) {
    await table.bulkPut(changed.slice(start, start + atOnce));
  }
}

function keyed<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Map<Row[Name], Row> {
  return new Map(rows.map((row) => [row[name], row]));
}
