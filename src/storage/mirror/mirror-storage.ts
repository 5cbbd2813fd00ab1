import type { RetentionChoice } from "../../domain/offline/retention.ts";
import { DEVICE_FIELDS } from "../../protocol/records/device-fields.ts";
import type { Alert, Device, Feature, Group, Model } from "../../protocol/shapes.ts";
import type { SyncPage, WireTable } from "../../protocol/sync-page.ts";
import { guardDatabase } from "../guard-database.ts";
import { insightArraysOf, recordsOf } from "./feed-rows.ts";
import { chunkBytes, encodeChunk, insightAt, type NewInsightChunk, textAt } from "./insight-chunk.ts";
import { compactGrownDelta, isFragmented, mergeChunks } from "./mirror-compaction.ts";
import {
  MIRROR_SHAPE,
  type MirrorDatabase,
  type MirrorUpdate,
  NO_PULL_YET,
  openMirrorDatabase,
  type PullState,
} from "./mirror-database.ts";
import {
  type CompactedChunks,
  countUp,
  createInsightSource,
  HEAD_KEY,
  type InsightSource,
  NAMES_KEY,
  OFFLINE_SET_KEY,
  pullOf,
  readNumber,
  watchQuery,
} from "./mirror-insight-source.ts";
import type { MirrorReader } from "./mirror-reader.ts";
import { createMirrorReader } from "./mirror-tables.ts";
import {
  dropsBefore,
  pullAfter,
  readChoice,
  readWantedRetention,
  refillTrimmed,
  type StoredChoice,
  storeChoice,
} from "./retained-insights.ts";
import { putSmallTables } from "./small-tables.ts";

const INSIGHTS_ONLY = { insights: true, names: false };

/** A page with this many insights becomes a chunk at once; a smaller one goes through the delta. */
const DIRECT_CHUNK_ROWS = 500;

/** One row of the delta, which is kept whole. */
const USUAL_ROW_BYTES = 500;

/** Another tab leads now: what this one still wanted to write is no longer wanted. */
export class FencedError extends Error {
  override name = "FencedError";
}

/** What a server without the feed tells, in one piece. */
export interface WholeCopy {
  chunks: readonly NewInsightChunk[];
  tables: SmallTables;
}
export interface SmallTables {
  devices: readonly Device[];
  groups: readonly Group[];
  alerts: readonly Alert[];
  models: readonly Model[];
}

/** The mirror: what the server last told this device. Every write names the epoch of the tab that leads. */
export interface MirrorStorage extends InsightSource {
  readonly tables: MirrorReader;
  /** For the packed sets, whose part of the storage is loaded only where there are some. */
  readonly database: MirrorDatabase;
  pullState(): Promise<PullState>;
  /** Insights held, replaced ones that are not packed away yet included: for progress, not for counts. */
  countRows(): Promise<number>;
  /** About how many bytes the insights take, reckoned from the largest chunk. */
  sizeOnDevice(): Promise<number>;
  /** Makes this tab the one that may write; answers its epoch. */
  takeLead(): Promise<number>;
  /** @throws FencedError when another tab has taken the lead since */
  expectLead(at: { epoch: number }): Promise<void>;
  /** Applies a page of the feed and keeps its cursor, in one transaction. @throws FencedError */
  applyPage(page: SyncPage, at: { epoch: number; nowMs: number }): Promise<void>;
  /** Adds insights of a first copy while it is on its way, so that there is something to see. @throws FencedError */
  addChunk(chunk: NewInsightChunk, at: { epoch: number }): Promise<void>;
  /** Replaces everything by a whole copy. @throws FencedError */
  replaceAll(copy: WholeCopy, at: { epoch: number; nowMs: number }): Promise<void>;
  replaceFeatures(features: readonly Feature[], at: { epoch: number }): Promise<void>;
  /** Forgets everything but who leads; the next pull begins anew. @throws FencedError */
  rebuild(at: { epoch: number }): Promise<void>;
  /** What is to be kept on this device; null where nobody chose. */
  choice(): Promise<StoredChoice | null>;
  /** The same with what packed sets need beside it: what the server is asked for. */
  wanted(nowMs: number): Promise<RetentionChoice | null>;
  /** Any tab may; the next page that the leading one asks for names it. */
  choose(choice: StoredChoice): Promise<void>;
  /** Repacks the insights where they have come to lie in many small pieces. @throws FencedError */
  compact(at: { epoch: number }): Promise<void>;
  /**
   * Drops the oldest insights for want of room, at most all but the newest chunk; any tab may. Counts tell of it,
   * and the pull goes on from where it stood.
   * @param share of the chunks, 0 to 1
   */
  trim(share: number): Promise<void>;
  /** The next pull fills anew what was trimmed; until its first page all stays. Any tab may. */
  refill(): Promise<void>;
  update(bulkId: string): Promise<MirrorUpdate | undefined>;
  /** Answers a question now and whenever what it read has changed, in any tab. Returns the way to stop. */
  follow<T>(read: () => Promise<T>, listener: (answer: T) => void): () => void;
  /** For a transaction of the caller: what `names` answers is another now. */
  namesChanged(): Promise<void>;
  /**
   * Calls back when the browser took the connection away, and maybe all that was stored, the lead with it. The next
   * call waits until it is there again. Returns the way to stop.
   */
  onLost(listener: () => void): () => void;
  close(): void;
}

export function openMirrorStorage(
  userId: number,
  onOutdated: (wasOpen: boolean) => void = () => undefined,
): MirrorStorage {
  const database = openMirrorDatabase(userId);
  const guard = guardDatabase(database, onOutdated);
  const tables = createMirrorReader(database);

  /** Runs a write as the leading tab, and marks as changed what it says to change; of names `work` may know better. */
  const write = async (
    epoch: number,
    { insights, names }: { insights: boolean; names: boolean },
    // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say of names
    work: () => Promise<void | { names: boolean }>,
  ) => {
    await guard.ready();
    await database.transaction("rw", database.tables, async () => {
      if ((await readNumber(database, "epoch")) !== epoch) throw new FencedError("another tab leads");
      const done = await work();
      if (done?.names ?? names) await countUp(database, NAMES_KEY);
      if (!insights) return;
      await compactGrownDelta(database);
      await countUp(database, "insights");
    });
  };
  const countRows = async () => {
    const [sizes, delta] = await Promise.all([
      database.chunks.orderBy("rows").keys(),
      database.delta.count(),
    ]);
    return sizes.reduce<number>((sum, size) => sum + Number(size), delta);
  };
  const readPull = async () => pullOf(await database.meta.get("pull"));
  const putPull = (value: PullState) =>
    database.meta.put({ key: "pull", value: { ...value, shape: MIRROR_SHAPE } });

  return {
    ...createInsightSource(database, guard, tables),
    tables,
    database,
    async pullState() {
      await guard.ready();
      return readPull();
    },
    countRows,
    async sizeOnDevice() {
      const [rows, largest] = await Promise.all([countRows(), database.chunks.orderBy("rows").last()]);
      const perRow =
        largest === undefined ? USUAL_ROW_BYTES : chunkBytes(largest) / Math.max(largest.rows, 1);
      return Math.round(rows * perRow);
    },
    async takeLead() {
      await guard.ready();
      return await database.transaction("rw", database.meta, async () => {
        const epoch = (await readNumber(database, "epoch")) + 1;
        await database.meta.put({ key: "epoch", value: epoch });
        return epoch;
      });
    },

    async expectLead({ epoch }) {
      if ((await readNumber(database, "epoch")) !== epoch) throw new FencedError("another tab leads");
    },

    async applyPage(page, { epoch, nowMs }) {
      const { tables: pages } = page;
      const { insights, devices } = pages;
      const touchesInsights = insights !== undefined || (devices?.gone?.length ?? 0) > 0;
      const arrays = insights === undefined ? null : insightArraysOf(insights);
      const chunk = arrays === null ? null : encodeChunk(arrays);
      // Few pages drop anything. In the transaction below there is no waiting for a script.
      const mayDrop = (devices?.gone?.length ?? 0) > 0 || (page.kept?.since ?? null) !== null;
      const dropping = mayDrop ? await import("./drop-rows.ts") : null;
      await write(epoch, { insights: touchesInsights, names: false }, async () => {
        const names =
          pages.groups !== undefined || (devices !== undefined && (await renames(database, devices)));
        if (devices?.gone?.length) {
          await dropDevices(database, devices.gone);
          await dropping?.dropRowsOfDevices(database, new Set(devices.gone));
        }
        await putSmallTables(database, pages);
        if (insights !== undefined && chunk !== null) await putInsights(database, insights, chunk);
        const before = await readPull();
        const since = dropsBefore(before, page);
        const dropped = since !== null && (await dropping?.dropOlderThan(database, since));
        if (dropped && !touchesInsights) await countUp(database, "insights");
        await putPull(pullAfter(before, page, nowMs));
        return { names };
      });
    },

    async addChunk(chunk, { epoch }) {
      await write(epoch, INSIGHTS_ONLY, async () => {
        await database.chunks.add(chunk);
      });
    },

    async replaceAll({ chunks, tables: small }, { epoch, nowMs }) {
      await write(epoch, { insights: true, names: true }, async () => {
        await clearContent(database);
        await database.chunks.bulkAdd([...chunks]);
        await database.devices.bulkPut(small.devices.map(({ group_id: _, ...device }) => device));
        await database.groups.bulkPut([...small.groups]);
        await database.alerts.bulkPut([...small.alerts]);
        await database.models.bulkPut([...small.models]);
        await putPull({ cursor: null, complete: true, freshAtMs: nowMs });
      });
    },

    async replaceFeatures(features, { epoch }) {
      await write(epoch, { insights: false, names: false }, async () => {
        await database.features.clear();
        await database.features.bulkPut([...features]);
      });
    },

    async rebuild({ epoch }) {
      await write(epoch, { insights: true, names: true }, async () => {
        await clearContent(database);
        await putPull(NO_PULL_YET);
      });
    },

    async compact({ epoch }) {
      if (!(await isFragmented(database))) return;
      await write(epoch, INSIGHTS_ONLY, async () => {
        const from = await readNumber(database, "insights");
        await mergeChunks(database);
        const value: CompactedChunks = {
          from,
          chunkIds: (await database.chunks.toCollection().primaryKeys()) as number[],
          withDelta: (await database.delta.count()) === 0,
        };
        await database.meta.put({ key: OFFLINE_SET_KEY, value });
      });
    },

    async trim(share) {
      // Few devices are ever full; the part lies on this one with all others.
      const { dropOldestChunks } = await import("./mirror-trim.ts");
      await database.transaction("rw", database.chunks, database.packMembers, database.meta, async () => {
        if (!(await dropOldestChunks(database, share))) return;
        await database.meta.delete(HEAD_KEY);
        await putPull({ ...(await readPull()), complete: false, trimmed: true });
        await countUp(database, "insights");
      });
    },

    refill: () => refillTrimmed(database),
    choice: () => readChoice(database),
    wanted: (nowMs) => readWantedRetention(database, nowMs),
    choose: (choice) => storeChoice(database, choice),
    update: (bulkId) => database.updates.get(bulkId),
    onLost: guard.onLost,

    follow: watchQuery,
    namesChanged: () => countUp(database, NAMES_KEY),
    close: guard.close,
  };
}

async function clearContent(database: MirrorDatabase): Promise<void> {
  const { chunks, delta, devices, groups, alerts, models, updates } = database;
  for (const table of [chunks, delta, devices, groups, alerts, models, updates]) await table.clear();
}

async function putInsights(database: MirrorDatabase, table: WireTable, chunk: NewInsightChunk) {
  const gone = (table.gone ?? []).map((insightId) => ({ insightId, gone: true as const }));
  if (gone.length > 0) await database.delta.bulkPut(gone);
  if (table.rows === 0) return;
  const rows = Array.from({ length: chunk.rows }, (_, row) => row);
  if (table.rows < DIRECT_CHUNK_ROWS) {
    await database.delta.bulkPut(rows.map((row) => insightAt({ ...chunk, chunkId: 0 }, row)));
    return;
  }
  // The delta is read over all chunks, so it may not hold an older state of what is in this one.
  if ((await database.delta.count()) > 0) {
    await database.delta.bulkDelete(rows.map((row) => textAt(chunk.text.insightId, row) ?? ""));
  }
  await database.chunks.add(chunk);
}

/**
 * Whether a page changes what Sentinels are called, or which there are. Their rows come with every sign of life, and
 * whoever holds the names of thousands need not read them anew for that.
 */
async function renames(database: MirrorDatabase, page: WireTable): Promise<boolean> {
  if ((page.gone?.length ?? 0) > 0) return true;
  const rows = recordsOf(page, DEVICE_FIELDS);
  const before = await database.devices.bulkGet(rows.map(({ device_id }) => String(device_id)));
  return rows.some(
    ({ device_name, display_name }, at) =>
      before[at]?.device_name !== device_name || before[at]?.display_name !== display_name,
  );
}

/** A Sentinel that is gone takes its alerts with it, as it does its insights. */
async function dropDevices(database: MirrorDatabase, gone: readonly string[]): Promise<void> {
  await database.devices.bulkDelete([...gone]);
  await database.alerts
    .where("associated_id")
    .anyOf([...gone])
    .delete();
}
