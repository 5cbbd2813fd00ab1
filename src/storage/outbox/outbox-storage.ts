import { liveQuery, type Table } from "dexie";
import {
  type BatchRow,
  EMPTY_OUTBOX,
  INSIGHT_STATUS,
  type OutboxFacts,
  type OutboxRecord,
  type StoredBatch,
} from "../../domain/outbox/outbox-record.ts";
import { guardDatabase } from "../guard-database.ts";
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
  close(): void;
}

/** Rows that are put at once: an action is small, a batch or a step may hold a thousand insights. */
const SMALL_ROWS = 500;
const BIG_ROWS = 1;

interface Known {
  version: number;
  record: OutboxRecord;
}

export function openOutboxStorage(
  userId: number,
  onOutdated: (wasOpen: boolean) => void = () => undefined,
): OutboxStorage {
  const database = openOutboxDatabase(userId);
  const guard = guardDatabase(database, onOutdated);
  const listeners = new Set<() => void>();
  let known: Known | null = null;
  /** The database was deleted by the app, as when a person discards unsent work: it must not be written anew. */
  let discarded = false;
  database.on("versionchange", ({ newVersion }) => {
    discarded ||= newVersion === null;
  });
  // The browser closed the connection: checks at once whether it emptied the store too.
  guard.onLost(() => {
    if (known === null) return;
    const look = () => storage.change((record) => record);
    look()
      .catch(look)
      .catch(() => undefined);
  });

  const learn = (next: Known) => {
    // A slower answer must not put an older record back.
    if (known !== null && known.version >= next.version) return;
    known = next;
    for (const listener of listeners) listener();
  };
  const load = async () => {
    await guard.ready();
    const read = await database.transaction("r", database.tables, () => readKnown(database, known));
    learn(read);
    return known?.record ?? read.record;
  };
  const watch = liveQuery(() => database.meta.get("version")).subscribe({
    next: (entry) => {
      if (known !== null && Number(entry?.value ?? 0) > known.version) load().catch(() => undefined);
    },
    // The next change fails the same way and reports it.
    error: () => undefined,
  });

  const storage: OutboxStorage = {
    current: () => known?.record ?? null,
    load,
    isNew: () => (known?.version ?? 0) === 0,
    async change(step) {
      await guard.ready();
      const next = await database.transaction("rw", database.tables, async () => {
        const stored = await readKnown(database, known);
        // Versions only grow. A smaller one means that the browser evicted the store under this page, which still
        // knows what was in it: all of that is written anew.
        const evicted = known !== null && !discarded && stored.version < known.version;
        const before = evicted && known !== null ? known : stored;
        const record = step(before.record);
        if (record === stored.record || (record === before.record && !evicted)) return before;
        const after = { version: before.version + 1, record };
        await writeDifference(database, stored.record, record);
        await database.meta.put({ key: "version", value: after.version });
        return after;
      });
      learn(next);
      return next.record;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      watch.unsubscribe();
      listeners.clear();
      guard.close();
    },
  };
  return storage;
}

/** The stored record; read anew only where this tab's copy is out of date. */
async function readKnown(database: OutboxDatabase, known: Known | null): Promise<Known> {
  const version = Number((await database.meta.get("version"))?.value ?? 0);
  if (known?.version === version) return known;
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
