import { type InsightChunk, idKey, idKeyAt, numberAt } from "./insight-chunk.ts";
import type { MirrorDatabase } from "./mirror-database.ts";
import { countUp, HEAD_KEY } from "./mirror-meta.ts";
import { putPull, readPull } from "./pull-state.ts";

/** See `OpenMirror.trim`. */
export async function trimMirror(database: MirrorDatabase, share: number): Promise<void> {
  await database.transaction("rw", database.chunks, database.packMembers, database.meta, async () => {
    const droppedToMs = await dropOldestChunks(database, share);
    if (droppedToMs === null) return;
    await database.meta.delete(HEAD_KEY);
    const before = await readPull(database);
    const trimmedToMs = Math.max(droppedToMs, before.trimmedToMs ?? droppedToMs);
    await putPull(database, { ...before, complete: false, trimmed: true, trimmedToMs });
    await countUp(database, "insights");
  });
}

/**
 * Drops the oldest chunks, at most all but the newest one, and none that has an insight of an offline set. Runs
 * inside a transaction of the caller.
 *
 * @param share of the chunks, 0 to 1
 * @returns the time received of the newest that was dropped, epoch ms; null where nothing was
 */
async function dropOldestChunks(database: MirrorDatabase, share: number): Promise<number | null> {
  const offlineIds = new Set(
    (await database.packMembers.toArray()).flatMap(({ insightIds }) => insightIds.map(idKey)),
  );
  const hasOfflineInsight = (chunk: InsightChunk) => {
    for (let row = 0; offlineIds.size > 0 && row < chunk.rows; row += 1) {
      if (offlineIds.has(idKeyAt(chunk, row))) return true;
    }
    return false;
  };
  const chunks: { chunkId: number; atMs: number; needed: boolean }[] = [];
  await database.chunks.each((chunk) => {
    chunks.push({ chunkId: chunk.chunkId, atMs: newestMs(chunk), needed: hasOfflineInsight(chunk) });
  });
  chunks.sort((a, b) => a.atMs - b.atMs);
  const most = Math.min(Math.ceil(chunks.length * share), chunks.length - 1);
  const drop = chunks.slice(0, most).filter(({ needed }) => !needed);
  await database.chunks.bulkDelete(drop.map(({ chunkId }) => chunkId));
  return drop.length === 0 ? null : Math.max(...drop.map(({ atMs }) => atMs));
}

function newestMs(chunk: InsightChunk): number {
  let newest = 0;
  for (let row = 0; row < chunk.rows; row += 1) {
    newest = Math.max(newest, numberAt(chunk.numbers.timeStampMs, row) ?? 0);
  }
  return newest;
}
