import {
  arraysOfInsights,
  arraysOfRows,
  CHUNK_ROWS,
  encodeChunk,
  type IdKey,
  type InsightChunk,
  idKey,
  idKeyAt,
  type NewInsightChunk,
  numberAt,
} from "./insight-chunk.ts";
import type { DeltaRow, MirrorDatabase } from "./mirror-database.ts";

/** Rows of the delta table above which they are compacted into a chunk of their own. */
const DELTA_ROWS_MAX = 2_000;
/** Above this number of small chunks they are compacted. */
const SMALL_CHUNKS_MAX = 8;
/** Above this share of all rows in the newer chunks, the older ones hold many replaced rows: all are compacted. */
const TAIL_PART_MAX = 0.25;
const SMALL_CHUNK_ROWS = CHUNK_ROWS / 2;

export function chunkOfDelta(delta: readonly DeltaRow[]): NewInsightChunk {
  const rows = delta.filter((row) => row.gone !== true);
  const gone = delta.filter((row) => row.gone === true).map((row) => row.insightId);
  return encodeChunk(arraysOfInsights(rows), gone);
}

/** Compacts the delta into a chunk once it has grown. Runs inside the transaction that made it grow. */
export async function compactGrownDelta(database: MirrorDatabase): Promise<void> {
  if ((await database.delta.count()) <= DELTA_ROWS_MAX) return;
  const delta = await database.delta.toArray();
  await database.chunks.add(chunkOfDelta(delta));
  await database.delta.clear();
}

/** Whether the chunks are in so many pieces that reading them costs more than it should. */
export async function isFragmented(database: MirrorDatabase): Promise<boolean> {
  return (await database.chunks.where("rows").below(SMALL_CHUNK_ROWS).count()) > SMALL_CHUNKS_MAX;
}

/**
 * Merges small chunks without changing their rows: only those at the end, or all where these hold a large share of
 * the rows. Runs inside one transaction of the caller, so a crash leaves either the old pieces or the new ones.
 */
export async function mergeChunks(database: MirrorDatabase): Promise<void> {
  const sizes = await chunkSizes(database);
  const firstSmall = sizes.findIndex(({ rows }) => rows < SMALL_CHUNK_ROWS);
  const tail = firstSmall === -1 ? [] : sizes.slice(firstSmall);
  const countRows = (of: readonly { rows: number }[]) => of.reduce((sum, { rows }) => sum + rows, 0);
  if (countRows(tail) > countRows(sizes) * TAIL_PART_MAX) await compactAll(database);
  else
    await mergeTail(
      database,
      tail.map(({ chunkId }) => chunkId),
    );
}

/** By id, as they were written. */
async function chunkSizes(database: MirrorDatabase): Promise<{ chunkId: number; rows: number }[]> {
  const byRows = database.chunks.orderBy("rows");
  const [rows, ids] = await Promise.all([byRows.keys(), byRows.primaryKeys()]);
  return ids
    .map((chunkId, at) => ({ chunkId, rows: Number(rows[at]) }))
    .sort((a, b) => a.chunkId - b.chunkId);
}

/** @param chunkIds all from one chunk on */
async function mergeTail(database: MirrorDatabase, chunkIds: readonly number[]): Promise<void> {
  const chunks = (await database.chunks.bulkGet([...chunkIds])).filter((chunk) => chunk !== undefined);
  const rows = livingRows(chunks);
  // An insight that one of them removed may still be in an earlier chunk.
  const gone = [...new Set(chunks.flatMap((chunk) => chunk.gone))];
  await database.chunks.bulkDelete([...chunkIds]);
  await addChunks(database, rows, gone);
}

/**
 * Replaces all chunks and the delta by full chunks that hold each living insight once, newest first. Runs inside
 * one transaction of the caller, so a crash leaves either the old pieces or the new ones.
 */
async function compactAll(database: MirrorDatabase): Promise<void> {
  const chunks = await database.chunks.toArray();
  const delta = await database.delta.toArray();
  const all: InsightChunk[] = [...chunks, { ...chunkOfDelta(delta), chunkId: Number.MAX_SAFE_INTEGER }];
  const rows = livingRows(all);
  rows.sort((a, b) => receivedMs(b) - receivedMs(a));
  await database.chunks.clear();
  await database.delta.clear();
  await addChunks(database, rows, []);
}

/** @param gone ids that the first of them removes before it adds its rows */
async function addChunks(
  database: MirrorDatabase,
  rows: readonly { chunk: InsightChunk; row: number }[],
  gone: readonly string[],
): Promise<void> {
  for (let start = 0; start < rows.length || (start === 0 && gone.length > 0); start += CHUNK_ROWS) {
    const part = arraysOfRows(rows.slice(start, start + CHUNK_ROWS));
    await database.chunks.add(encodeChunk(part, start === 0 ? gone : []));
  }
}

/** Each insight's newest row. @param chunks oldest first */
function livingRows(chunks: readonly InsightChunk[]): { chunk: InsightChunk; row: number }[] {
  const living = new Map<IdKey, { chunk: InsightChunk; row: number }>();
  for (const chunk of chunks) {
    for (const id of chunk.gone) living.delete(idKey(id));
    for (let row = 0; row < chunk.rows; row += 1) living.set(idKeyAt(chunk, row), { chunk, row });
  }
  return [...living.values()];
}

function receivedMs({ chunk, row }: { chunk: InsightChunk; row: number }): number {
  return numberAt(chunk.numbers.timeStampMs, row) ?? 0;
}
