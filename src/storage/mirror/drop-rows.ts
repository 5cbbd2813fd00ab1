import { isRecentEnough } from "../../domain/offline/retention.ts";
import {
  type InsightChunk,
  type NewInsightChunk,
  type NumberColumn,
  numberAt,
  type TextColumn,
  textAt,
} from "./insight-chunk.ts";
import type { MirrorDatabase } from "./mirror-database.ts";

/** Says of a chunk's rows which are dropped; null where none is. */
type DropsOf = (chunk: InsightChunk) => ((row: number) => boolean) | null;

/**
 * Drops rows from the chunks, inside a transaction of the caller. One chunk after the other is read and written, and
 * columns are cut without being decoded: half a million rows take slices of some milliseconds each, between
 * which this thread handles input.
 *
 * No replaced row reappears, because the caller drops all versions of an insight or none. No reader mixes old and new
 * rows, because chunks are never changed in place: from the first that loses rows on, all get new ids in the old order,
 * so a reader with old ids finds them gone and reads again.
 *
 * @returns whether any row was dropped
 */
async function dropRows(database: MirrorDatabase, dropsOf: DropsOf): Promise<boolean> {
  let moves = false;
  const chunkIds = (await database.chunks.toCollection().primaryKeys()) as number[];
  for (const chunkId of chunkIds) {
    const chunk = await database.chunks.get(chunkId);
    if (chunk === undefined) continue;
    const left = rowsLeft(chunk, dropsOf(chunk));
    if (left === null && !moves) continue;
    moves = true;
    const { chunkId: _, ...whole } = chunk;
    const kept = left === null ? whole : cutChunk(whole, left);
    await database.chunks.delete(chunkId);
    // Its `gone` ids keep removing rows of earlier chunks.
    if (kept.rows > 0 || kept.gone.length > 0) await database.chunks.add(kept);
  }
  return moves;
}

/** Drops all insights of these Sentinels: an insight is of one Sentinel for ever. */
export async function dropRowsOfDevices(
  database: MirrorDatabase,
  deviceIds: ReadonlySet<string>,
): Promise<void> {
  const waiting = await database.delta
    .filter((row) => row.gone !== true && deviceIds.has(row.deviceId))
    .primaryKeys();
  await database.delta.bulkDelete(waiting);
  await dropRows(database, ({ text: { deviceId } }) => {
    if ("all" in deviceId) return deviceIds.has(deviceId.all ?? "") ? () => true : null;
    if (!("dict" in deviceId)) return (row) => deviceIds.has(textAt(deviceId, row) ?? "");
    const places = new Set(deviceId.dict.flatMap((id, at) => (deviceIds.has(id) ? [at + 1] : [])));
    return places.size === 0 ? null : (row) => places.has(deviceId.at[row] ?? 0);
  });
}

/**
 * Drops insights received before `since`; the rule is the domain's. Runs inside the transaction of the page that
 * said so. An insight's time received never changes, so all its versions go together.
 */
export async function dropOlderThan(database: MirrorDatabase, since: number): Promise<boolean> {
  const oldDelta = await database.delta
    .filter((row) => row.gone !== true && !isRecentEnough(row.timeStampMs, since))
    .primaryKeys();
  await database.delta.bulkDelete(oldDelta);
  const dropped = await dropRows(
    database,
    ({ numbers: { timeStampMs } }) =>
      (row) =>
        !isRecentEnough(numberAt(timeStampMs, row) ?? 0, since),
  );
  return dropped || oldDelta.length > 0;
}

/** The rows that stay, in order; null where all do. */
function rowsLeft({ rows }: InsightChunk, drops: ReturnType<DropsOf>): Uint32Array | null {
  if (drops === null) return null;
  const left = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    if (drops(row)) continue;
    left[count] = row;
    count += 1;
  }
  return count === rows ? null : left.subarray(0, count);
}

function cutChunk({ gone, text, numbers }: NewInsightChunk, rows: Uint32Array): NewInsightChunk {
  return {
    rows: rows.length,
    gone,
    text: mapValues(text, (column) => cutText(column, rows)),
    numbers: mapValues(numbers, (column) => cutNumbers(column, rows)),
  };
}

function cutText(column: TextColumn, rows: Uint32Array): TextColumn {
  if ("all" in column) return column;
  if ("dict" in column) {
    return { dict: column.dict, at: cutWhole(column.at, rows) };
  }
  if ("ids" in column) {
    const { ids } = column;
    return {
      ids:
        ids instanceof Float64Array ? cutFloats(ids, rows) : { ...ids, packed: cutWhole(ids.packed, rows) },
    };
  }
  if ("list" in column) return { list: Array.from(rows, (row) => column.list[row] ?? null) };
  const lines = column.lines.split("\n");
  return { lines: Array.from(rows, (row) => lines[row] ?? "").join("\n") };
}

function cutNumbers(column: NumberColumn, rows: Uint32Array): NumberColumn {
  if ("all" in column) return column;
  return "values" in column
    ? { values: cutFloats(column.values, rows) }
    : { ...column, packed: cutWhole(column.packed, rows) };
}

function cutWhole<Values extends Uint8Array | Uint16Array | Uint32Array>(
  values: Values,
  rows: Uint32Array,
): Values {
  const cut = new (values.constructor as new (size: number) => Values)(rows.length);
  for (let place = 0; place < rows.length; place += 1) cut[place] = values[rows[place] ?? 0] ?? 0;
  return cut;
}

function cutFloats(values: Float64Array, rows: Uint32Array): Float64Array {
  const cut = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place += 1) cut[place] = values[rows[place] ?? 0] ?? Number.NaN;
  return cut;
}

function mapValues<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
  change: (value: Value) => Value,
): Record<Key, Value> {
  const entries = Object.entries<Value>(record).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(entries) as Record<Key, Value>;
}
