import { CHUNK_ROWS, type InsightChunk, textAt } from "../storage/mirror/insight-chunk.ts";
import type {
  InsightHead,
  InsightManifest,
  InsightSource,
  InsightState,
  StoredNames,
} from "../storage/mirror/mirror-insight-source.ts";
import { InsightColumns } from "./insight-columns.ts";
import type { DeviceNames } from "./insight-filter.ts";
import { InsightQueries } from "./insight-query.ts";

/** Chunks that are read at once: the next are being read while one is added to the columns. */
const READS_AHEAD = 4;
const DELTA_CHUNK_ID = Number.MAX_SAFE_INTEGER;
const NOTHING_KNOWN = { insights: -1, names: -1, complete: false };

export interface LoadedColumns {
  /** Over what was loaded last; null before the first load is through. */
  queries(): InsightQueries | null;
  complete(): boolean;
  /** The version that `queries` stands for. */
  version(): number;
  /** The version of the names in `queries`. */
  namesVersion(): number;
  /** The stored head, where it is of the mirror's present version; read once and before all else; again after a failure. */
  head(): Promise<LoadedHead | null>;
  /** Whether a head was read that is of the mirror's present version. */
  isHeadCurrent(): Promise<boolean>;
  /** Loads newer data. Calls during a load share the one load that follows it. */
  catchUp(): Promise<void>;
  /** The mirror may have changed since it was last read. */
  expectChange(): void;
  /** Whether a load was ever started, also where it failed. */
  hasStartedLoading(): boolean;
  /** Whether everything is loaded and no change was expected since. */
  isCurrent(): boolean;
  /** Reads the mirror's versions, and loads newer data only where they differ. */
  verify(): Promise<void>;
}

export interface LoadedHead {
  head: InsightHead;
  queries: InsightQueries;
  /** The state of the mirror when it was read. */
  state: InsightState;
}

/**
 * Keeps columns in step with the mirror: adds new chunks, and begins anew where chunks were compacted.
 *
 * @param onChange called when earlier answers may be out of date
 * @param onProgress called with every chunk that was read
 */
export function createLoadedColumns(
  source: InsightSource,
  { onChange, onProgress }: { onChange: () => void; onProgress: () => void },
): LoadedColumns {
  let columns = new InsightColumns();
  let names: DeviceNames = { devices: new Map(), groups: new Map(), offlineSets: new Map() };
  let queries: InsightQueries | null = null;
  let loadedIds: readonly number[] = [];
  let known = { ...NOTHING_KNOWN, store: 0 };
  let takeOffDelta = () => {};
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const head = createHead(source);
  let hasStarted = false;
  let changeExpected = true;
  let verifying: Promise<void> | null = null;

  const loadOnce = async (): Promise<void> => {
    const now = await source.state();
    const { store, insights, complete } = now;
    if (store !== known.store) {
      // The browser evicted the mirror and sync filled it anew: the same ids and versions stand for other rows.
      known = { ...NOTHING_KNOWN, store };
      loadedIds = [];
    }
    const newNames = now.names !== known.names;
    if (isSameState(now, known)) return;
    const named = newNames ? deviceNames(await source.names()) : names;
    const learn = (version: number) => {
      names = named;
      queries = new InsightQueries(columns, names);
      known = { store, insights: version, names: now.names, complete };
      onChange();
    };
    if (insights === known.insights) learn(insights);
    else if (!(await loadChunks(await source.manifest(), learn))) await loadOnce();
  };

  /**
   * @param learn called with the version as soon as the columns stand for it
   * @returns false where a chunk was compacted away meanwhile
   */
  const loadChunks = async (
    manifest: InsightManifest,
    learn: (version: number) => void,
  ): Promise<boolean> => {
    if (manifest.compacted !== null && manifest.compacted.from === known.insights) {
      // Compaction changed no row, so these columns stay. Rows of a compacted delta are now part of them for good.
      if (manifest.compacted.withDelta) takeOffDelta = () => {};
      loadedIds = manifest.compacted.chunkIds;
    }
    const grows = loadedIds.length > 0 && loadedIds.every((id, at) => manifest.chunkIds[at] === id);
    // A load from the start builds columns that no query reads yet; growing columns take new chunks all at once.
    const next = grows ? columns : new InsightColumns((manifest.chunkIds.length + 1) * CHUNK_ROWS);
    const waiting: InsightChunk[] = [];
    const whole = await eachChunk(source, manifest.chunkIds.slice(grows ? loadedIds.length : 0), (chunk) => {
      if (grows) waiting.push(chunk);
      else next.append(chunk);
      onProgress();
    });
    if (!whole) return false;
    // No await from here on, so that a query sees the columns before or after the change, never in between.
    if (grows) takeOffDelta();
    for (const chunk of waiting) next.append(chunk);
    takeOffDelta = next.appendForNow({ ...manifest.delta, chunkId: DELTA_CHUNK_ID });
    columns = next;
    loadedIds = manifest.chunkIds;
    learn(manifest.version);
    return true;
  };

  const load = (): Promise<void> => {
    hasStarted = true;
    // Before the mirror is read, so that a change in the meantime is expected still.
    changeExpected = false;
    running = loadOnce()
      .catch((error: unknown) => {
        changeExpected = true;
        throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    queries: () => queries,
    complete: () => known.complete,
    version: () => known.insights,
    namesVersion: () => known.names,
    head: head.read,
    isHeadCurrent: head.isCurrent,
    expectChange() {
      changeExpected = true;
    },
    hasStartedLoading: () => hasStarted,
    isCurrent: () => queries !== null && running === null && !changeExpected,
    async verify() {
      verifying ??= source
        .state()
        .then((now) => (isSameState(now, known) || running !== null ? undefined : load()))
        .finally(() => {
          verifying = null;
        });
      await verifying;
    },
    catchUp(): Promise<void> {
      if (running === null) return load();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return running ?? load();
        });
      return next;
    },
  };
}

/** The stored head, read once; again after a failure. */
function createHead(source: InsightSource) {
  let reading: Promise<LoadedHead | null> | null = null;
  return {
    read(): Promise<LoadedHead | null> {
      reading ??= loadHead(source).catch((error: unknown) => {
        reading = null;
        throw error;
      });
      return reading;
    },
    async isCurrent(): Promise<boolean> {
      const head = await reading;
      return head !== null && isSameState(head.state, await source.state());
    },
  };
}

async function loadHead(source: InsightSource): Promise<LoadedHead | null> {
  const state = await source.state();
  const kept = await source.head(state.insights);
  if (kept === undefined) return null;
  const chunk = { ...kept.chunk, chunkId: DELTA_CHUNK_ID };
  // No filter by names or groups is answered from the head, and there may be thousands of Sentinels.
  const named = await source.namesOf(devicesOf(chunk));
  const newest = new InsightColumns();
  newest.append(chunk);
  return { head: kept, queries: new InsightQueries(newest, deviceNames(named)), state };
}

export function isSameState(a: InsightState, b: InsightState): boolean {
  return a.store === b.store && a.names === b.names && a.insights === b.insights && a.complete === b.complete;
}

/** Chunks in order, some of them read ahead. @returns false where one is gone */
async function eachChunk(
  source: InsightSource,
  ids: readonly number[],
  take: (chunk: InsightChunk) => void,
): Promise<boolean> {
  const reads: Promise<InsightChunk | undefined>[] = [];
  for (let at = 0; at < ids.length; at += 1) {
    for (const id of ids.slice(reads.length, at + READS_AHEAD)) {
      const read = source.chunk(id);
      // Avoids an unhandled rejection; `await reads[at]` rethrows it.
      read.catch(() => undefined);
      reads.push(read);
    }
    const chunk = await reads[at];
    if (chunk === undefined) return false;
    take(chunk);
  }
  return true;
}

function devicesOf({ rows, text }: InsightChunk): string[] {
  const ids = Array.from({ length: rows }, (_, row) => textAt(text.deviceId, row) ?? "");
  return [...new Set(ids)];
}

function deviceNames({ devices, groups, offlineSets }: StoredNames): DeviceNames {
  return {
    devices: new Map(
      devices.map(({ device_id, device_name, display_name }) => [
        device_id,
        { deviceName: device_name, displayName: display_name },
      ]),
    ),
    groups: new Map(groups.map((group) => [group.group_id, group.devices])),
    offlineSets: new Map(offlineSets.map(({ packId, insightIds }) => [packId, insightIds])),
  };
}
