import { DEVICE_FIELDS } from "../../protocol/records/device-fields.ts";
import type { Alert, Device, Feature, Group, Model } from "../../protocol/shapes.ts";
import type { WireTable } from "../../protocol/sync-page.ts";
import { dropOlderThan, dropRowsOfDevices } from "./drop-rows.ts";
import type { EncodedInsights, EncodedPage } from "./encode-page.ts";
import { recordsOf } from "./feed-rows.ts";
import { FencedError } from "./fenced-error.ts";
import { insightAt, type NewInsightChunk, textAt } from "./insight-chunk.ts";
import { compactGrownDelta, isFragmented, mergeChunks } from "./mirror-compaction.ts";
import { type MirrorDatabase, NO_PULL_YET } from "./mirror-database.ts";
import type { CompactedChunks } from "./mirror-insight-source.ts";
import { COMPACTED_KEY, countUp, NAMES_KEY, readNumber } from "./mirror-meta.ts";
import type { OpenMirror } from "./open-mirror.ts";
import { dropsBefore, pullAfter, putPull, readPull } from "./pull-state.ts";
import { putSmallTables } from "./small-tables.ts";

const INSIGHTS_ONLY = { insights: true, names: false };

/** A page with this many insights becomes a chunk at once; a smaller one goes through the delta. */
const DIRECT_CHUNK_ROWS = 500;

/** All rows of a server without the feed. */
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

/** The writes of the tab that leads. Each names the epoch of its lead. @throws FencedError where another tab leads */
export interface MirrorWriter {
  /** Makes this tab the one that may write; answers its epoch. */
  takeLead(): Promise<number>;
  /** @throws FencedError when another tab has taken the lead since */
  expectLead(at: { epoch: number }): Promise<void>;
  /**
   * Applies a page of the feed and stores its cursor, in one transaction.
   *
   * @param at `replaces`: the page is the first of a new copy, which takes the place of everything here
   * @throws FencedError
   */
  applyPage(page: EncodedPage, at: { epoch: number; nowMs: number; replaces?: boolean }): Promise<void>;
  /** Adds insights of a first copy while it is being fetched, so that screens show them. @throws FencedError */
  addChunk(chunk: NewInsightChunk, at: { epoch: number }): Promise<void>;
  /** Replaces everything by a whole copy. @throws FencedError */
  replaceAll(copy: WholeCopy, at: { epoch: number; nowMs: number }): Promise<void>;
  replaceFeatures(features: readonly Feature[], at: { epoch: number }): Promise<void>;
  /** Forgets everything but who leads; the next pull begins anew. @throws FencedError */
  rebuild(at: { epoch: number }): Promise<void>;
  /** Compacts the insights where they are in many small chunks. @throws FencedError */
  compact(at: { epoch: number }): Promise<void>;
}

export function createMirrorWriter(mirror: OpenMirror): MirrorWriter {
  const { database, ready } = mirror;
  const write = createWrite(mirror);
  return {
    async takeLead() {
      await ready();
      return await database.transaction("rw", database.meta, async () => {
        const epoch = (await readNumber(database, "epoch")) + 1;
        await database.meta.put({ key: "epoch", value: epoch });
        return epoch;
      });
    },

    expectLead: ({ epoch }) => expectLead(database, epoch),
    applyPage: (page, at) => applyPage(database, write, page, at),

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
        await putPull(database, { cursor: null, complete: true, freshAtMs: nowMs });
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
        await putPull(database, NO_PULL_YET);
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
        await database.meta.put({ key: COMPACTED_KEY, value });
      });
    },
  };
}

type Write = (
  epoch: number,
  changes: { insights: boolean; names: boolean },
  // biome-ignore lint/suspicious/noConfusingVoidType: most writes return nothing
  work: () => Promise<void | { names: boolean }>,
) => Promise<void>;

/**
 * Runs a write as the leading tab and counts up the versions of what it changes; `work` may return whether names
 * changed.
 */
function createWrite({ database, ready }: OpenMirror): Write {
  return async (epoch, { insights, names }, work) => {
    await ready();
    await database.transaction("rw", database.tables, async () => {
      await expectLead(database, epoch);
      const done = await work();
      if (done?.names ?? names) await countUp(database, NAMES_KEY);
      if (!insights) return;
      await compactGrownDelta(database);
      await countUp(database, "insights");
    });
  };
}

async function expectLead(database: MirrorDatabase, epoch: number): Promise<void> {
  if ((await readNumber(database, "epoch")) !== epoch) throw new FencedError("another tab leads");
}

async function applyPage(
  database: MirrorDatabase,
  write: Write,
  page: EncodedPage,
  { epoch, nowMs, replaces = false }: { epoch: number; nowMs: number; replaces?: boolean },
): Promise<void> {
  const { insights, tables } = page;
  const { devices } = tables;
  const touchesInsights = replaces || insights !== null || (devices?.gone?.length ?? 0) > 0;
  await write(epoch, { insights: touchesInsights, names: false }, async () => {
    if (replaces) {
      await clearContent(database);
      await putPull(database, NO_PULL_YET);
    }
    const names =
      replaces ||
      tables.groups !== undefined ||
      (devices !== undefined && (await renames(database, devices)));
    if (devices?.gone?.length) {
      await dropDevices(database, devices.gone);
      await dropRowsOfDevices(database, new Set(devices.gone));
    }
    await putSmallTables(database, tables);
    if (insights !== null) await putInsights(database, insights);
    const before = await readPull(database);
    const since = dropsBefore(before, page);
    const dropped = since !== null && (await dropOlderThan(database, since));
    if (dropped && !touchesInsights) await countUp(database, "insights");
    await putPull(database, pullAfter(before, page, nowMs));
    return { names };
  });
}

async function clearContent(database: MirrorDatabase): Promise<void> {
  const { chunks, delta, devices, groups, alerts, models, updates, replaced } = database;
  for (const table of [chunks, delta, devices, groups, alerts, models, updates, replaced])
    await table.clear();
}

async function putInsights(database: MirrorDatabase, { gone, chunk }: EncodedInsights): Promise<void> {
  if (gone.length > 0) {
    await database.delta.bulkPut(gone.map((insightId) => ({ insightId, gone: true as const })));
  }
  if (chunk.rows === 0) return;
  if (chunk.rows < DIRECT_CHUNK_ROWS) {
    await database.delta.bulkPut(mapRows(chunk, (row) => insightAt({ ...chunk, chunkId: 0 }, row)));
    return;
  }
  // Rows of the delta replace those of all chunks, so older states of this chunk's insights are removed from it.
  if ((await database.delta.count()) > 0) {
    await database.delta.bulkDelete(mapRows(chunk, (row) => textAt(chunk.text.insightId, row) ?? ""));
  }
  await database.chunks.add(chunk);
}

function mapRows<T>({ rows }: NewInsightChunk, read: (row: number) => T): T[] {
  return Array.from({ length: rows }, (_, row) => read(row));
}

/**
 * Whether a page changes what Sentinels are called, or which there are. Their rows come with every contact, and
 * readers of thousands of names need not read them again for that.
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

/** A Sentinel that is gone takes with it its alerts and what was decided about its insights, as it does these. */
async function dropDevices(database: MirrorDatabase, gone: readonly string[]): Promise<void> {
  await database.devices.bulkDelete([...gone]);
  await database.alerts
    .where("associated_id")
    .anyOf([...gone])
    .delete();
  await database.replaced
    .where("deviceId")
    .anyOf([...gone])
    .delete();
}
