import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { UNGROUPED } from "../../../src/domain/offline/retention.ts";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { SyncEstimate, SyncEstimates } from "../../../src/protocol/sync-estimate.ts";
import type { Dependencies } from "../../dependencies.ts";
import { countRows, type PhotoSample, readSampleRows, samplePhotos } from "./estimate-repository.ts";
import { type Selection, sinceOf } from "./selection.ts";
import { tableText } from "./table-text.ts";

const compress = promisify(brotliCompress);

/** A thumbnail as this server draws it: the mean over 54 photographs of camera traps, half of them under 3.6 kB. */
const THUMBNAIL_BYTES = 5_400;

/** The size of a row where there is none to measure. */
const USUAL_ROW_BYTES = 20;

/**
 * Estimates each window of days: rows are counted in the index, their bytes are measured by encoding and compressing
 * the newest of them, and photographs by those of the newest insights, or by all where they are few. The time is
 * bounded by one read of an index, whatever the size of the archive.
 */
export async function estimatesOf(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  userId: number,
  selection: Selection,
  windows: readonly (number | null)[],
): Promise<SyncEstimates["message"]> {
  const nowMs = clock.now();
  const since = windows.map((days) => sinceOf(days, nowMs));
  const [counted, rowBytes] = await Promise.all([
    countRows(db, userId, selection, since),
    bytesOfARow({ db }, userId),
  ]);
  const samples = await samplesOf(db, userId, selection, since);
  return windows.map((days, at) => {
    const groups = counted[at]?.groups ?? [];
    const chosen = groups.filter(({ isChosen }) => isChosen);
    const rows = chosen.reduce((sum, group) => sum + group.rows, 0);
    return {
      days,
      total: {
        rows,
        bytes: Math.ceil(rows * rowBytes),
        photos: photosOf(samples.get(since[at] ?? null), rows),
      },
      groups: groups.map(({ groupId, rows: own }) => ({
        group_id: groupId === null ? UNGROUPED : String(groupId),
        rows: own,
        bytes: Math.ceil(own * rowBytes),
      })),
    };
  });
}

/**
 * The photographs of each window. From the first window that is measured only in part, wider ones have the same
 * sample.
 */
async function samplesOf(
  db: Dependencies["db"],
  userId: number,
  selection: Selection,
  since: readonly (number | null)[],
): Promise<Map<number | null, PhotoSample>> {
  const samples = new Map<number | null, PhotoSample>();
  let widest: PhotoSample | null = null;
  for (const moment of [...new Set(since)].sort((a, b) => (b ?? 0) - (a ?? 0))) {
    if (widest === null || widest.isAll) widest = await samplePhotos(db, userId, selection, moment);
    samples.set(moment, widest);
  }
  return samples;
}

function photosOf(sample: PhotoSample | undefined, rows: number): SyncEstimate["photos"] {
  const { insights, photos, bytes, isAll } = sample ?? { insights: 0, photos: 0, bytes: 0, isAll: true };
  const scale = insights === 0 ? 0 : Math.max(1, rows / insights);
  const count = Math.round(photos * scale);
  return { count, bytes: Math.round(bytes * scale), thumbnailBytes: count * THUMBNAIL_BYTES, exact: isAll };
}

async function bytesOfARow({ db }: Pick<Dependencies, "db">, userId: number): Promise<number> {
  const columns = await readSampleRows(db, userId);
  const rows = columns.insight_id?.length ?? 0;
  if (rows === 0) return USUAL_ROW_BYTES;
  const text = tableText(encodeTable(columns, rows));
  const compressed = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  return compressed.length / rows;
}
