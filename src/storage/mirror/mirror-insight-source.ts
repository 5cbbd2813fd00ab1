import type { Group } from "../../protocol/shapes.ts";
import { type FirstDeviceIds, storeFirstDevices } from "./first-devices.ts";
import type { InsightChunk, NewInsightChunk } from "./insight-chunk.ts";
import { chunkOfDelta } from "./mirror-compaction.ts";
import type { MirrorDatabase, MirrorDevice, OfflineSetMembers } from "./mirror-database.ts";
import { COMPACTED_KEY, HEAD_KEY, NAMES_KEY, pullOf, readNumber, watchQuery } from "./mirror-meta.ts";
import type { OpenMirror } from "./open-mirror.ts";

/** The port by which the query engine reads insights. */
export interface InsightSource {
  /** The versions of the data; cheap enough to read before every answer. */
  state(): Promise<InsightState>;
  /** The present data: immutable chunks by id, oldest first, and the delta as one more. */
  manifest(): Promise<InsightManifest>;
  /** A chunk by id; undefined where it was compacted meanwhile: a new manifest names its successor. */
  chunk(chunkId: number): Promise<InsightChunk | undefined>;
  /** In no order. */
  names(): Promise<StoredNames>;
  /** As `names`, with these Sentinels alone, and without groups and offline sets. */
  namesOf(deviceIds: readonly string[]): Promise<StoredNames>;
  /** Calls back when insights, Sentinels or groups have changed, in any tab; the mirror's own also once at first. */
  watch(listener: () => void): () => void;
  /** The stored head; undefined where it is of another version than `insights`. */
  head(insights: number): Promise<InsightHead | undefined>;
  /** Stores it, unless the insights have changed since. */
  storeHead(head: InsightHead): Promise<void>;
  /** Stores it, unless names have changed since. */
  storeFirstDevices(first: FirstDeviceIds): Promise<void>;
}

/** The numbers of `insights` and `names` grow with every change of what they stand for. */
export interface InsightState {
  /** Which mirror this is: another one, after the browser evicted the one before, counts anew. */
  store: number;
  insights: number;
  /** Names of Sentinels, and groups. */
  names: number;
  complete: boolean;
}

export interface StoredNames {
  devices: readonly MirrorDevice[];
  groups: readonly Group[];
  offlineSets: readonly OfflineSetMembers[];
}

/** The newest insights and how many there are, so that a first page can be shown before all chunks are read. */
export interface InsightHead {
  /** The version of the insights that it was made from. */
  version: number;
  /** Whole rows in the order of their places; `text` and `numbers` as in every chunk. */
  chunk: NewInsightChunk;
  /** Rows older than this may be missing; null where none is. */
  sinceMs: number | null;
  held: number;
  /** Rows of the four plain lists, by the server's statuses. */
  matched: { single: number; singleShown: number; folded: number; foldedShown: number };
}

/** A compaction: the same rows in other chunks. A reader that holds the version `from` need not read them. */
export interface CompactedChunks {
  from: number;
  chunkIds: readonly number[];
  /** The delta of that version is in the chunks now. */
  withDelta: boolean;
}

export interface InsightManifest {
  version: number;
  /** The last compaction; null where there was none. */
  compacted: CompactedChunks | null;
  chunkIds: readonly number[];
  delta: NewInsightChunk;
  complete: boolean;
}

export function createInsightSource({ database, ready, onLost }: OpenMirror): InsightSource {
  return {
    manifest: () =>
      database.transaction("r", database.chunks, database.delta, database.meta, async () => ({
        version: await readNumber(database, "insights"),
        compacted: ((await database.meta.get(COMPACTED_KEY))?.value as CompactedChunks | undefined) ?? null,
        chunkIds: (await database.chunks.toCollection().primaryKeys()) as number[],
        delta: chunkOfDelta(await database.delta.toArray()),
        complete: pullOf(await database.meta.get("pull")).complete,
      })),
    chunk: (chunkId) => database.chunks.get(chunkId),
    async names() {
      const [devices, groups, offlineSets] = await Promise.all([
        database.devices.toArray(),
        database.groups.toArray(),
        database.packMembers.toArray(),
      ]);
      return { devices, groups, offlineSets };
    },
    async namesOf(deviceIds) {
      const devices = await database.devices.bulkGet([...deviceIds]);
      return { devices: devices.filter((device) => device !== undefined), groups: [], offlineSets: [] };
    },

    watch(listener) {
      // A live query over the insights themselves would wake for every row: the versions are enough.
      const stopWatching = watchQuery(() => readState(database), listener);
      const stopLooking = onLost(() => void ready().then(listener, () => undefined));
      return () => {
        stopWatching();
        stopLooking();
      };
    },

    async state() {
      await ready();
      return readState(database);
    },
    async head(insights) {
      const head = (await database.meta.get(HEAD_KEY))?.value as InsightHead | undefined;
      return head?.version === insights ? head : undefined;
    },
    async storeHead(head) {
      await database.transaction("rw", database.meta, async () => {
        if ((await readNumber(database, "insights")) !== head.version) return;
        await database.meta.put({ key: HEAD_KEY, value: head });
      });
    },
    storeFirstDevices: (first) => storeFirstDevices(database, first),
  };
}

async function readState(database: MirrorDatabase): Promise<InsightState> {
  const [store, insights, names, pull] = await database.meta.bulkGet([
    "store",
    "insights",
    NAMES_KEY,
    "pull",
  ]);
  return {
    store: Number(store?.value ?? 0),
    insights: Number(insights?.value ?? 0),
    names: Number(names?.value ?? 0),
    complete: pullOf(pull).complete,
  };
}
