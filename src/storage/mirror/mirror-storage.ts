import type { RetentionChoice } from "../../domain/offline/retention.ts";
import { chunkBytes } from "./insight-chunk.ts";
import type { MirrorDatabase, MirrorUpdate } from "./mirror-database.ts";
import { createInsightSource, type InsightSource } from "./mirror-insight-source.ts";
import { countUp, NAMES_KEY } from "./mirror-meta.ts";
import { createMirrorWriter, type MirrorWriter } from "./mirror-writer.ts";
import { type OpenMirror, openMirror } from "./open-mirror.ts";
import { readChoice, readWantedRetention, refillTrimmed, storeChoice } from "./retained-insights.ts";
import type { StoredChoice } from "./retention-state.ts";

/** Estimated bytes of a row of the delta, which is not encoded. */
const USUAL_ROW_BYTES = 500;

/** The mirror: the local read replica of the server's rows. */
export interface MirrorStorage extends OpenMirror, InsightSource, MirrorWriter {
  /** Insights held, replaced ones that are not compacted yet included: for progress, not for counts. */
  countRows(): Promise<number>;
  /** Estimated bytes of the insights, reckoned from the largest chunk. */
  sizeOnDevice(): Promise<number>;
  /** The chosen retention; null where no choice was made. */
  choice(): Promise<StoredChoice | null>;
  /** The retention that the server is asked for: the chosen one with what offline sets need; null for everything. */
  requestedRetention(nowMs: number): Promise<RetentionChoice | null>;
  /** Any tab may call it; the leading tab sends the choice with its next page. */
  choose(choice: StoredChoice): Promise<void>;
  /** Makes the next pull refill a trimmed mirror; its rows stay until the first page. Any tab may call it. */
  refill(): Promise<void>;
  update(bulkId: string): Promise<MirrorUpdate | undefined>;
  /** Counts up the version of names; called inside a transaction of the caller. */
  namesChanged(): Promise<void>;
}

/** @param onOutdated called where a newer version of the app has taken over the data */
export function openMirrorStorage(userId: number, onOutdated?: (wasOpen: boolean) => void): MirrorStorage {
  return mirrorStorageOf(openMirror(userId, onOutdated));
}

/** All of an open mirror. */
export function mirrorStorageOf(mirror: OpenMirror): MirrorStorage {
  const { database } = mirror;
  return {
    ...mirror,
    ...createInsightSource(mirror),
    ...createMirrorWriter(mirror),
    countRows: () => countRows(database),
    sizeOnDevice: () => sizeOnDevice(database),
    choice: () => readChoice(database),
    requestedRetention: (nowMs) => readWantedRetention(database, nowMs),
    choose: (choice) => storeChoice(database, choice),
    refill: () => refillTrimmed(database),
    update: (bulkId) => database.updates.get(bulkId),
    namesChanged: () => countUp(database, NAMES_KEY),
  };
}

async function countRows(database: MirrorDatabase): Promise<number> {
  const [sizes, delta] = await Promise.all([database.chunks.orderBy("rows").keys(), database.delta.count()]);
  return sizes.reduce<number>((sum, size) => sum + Number(size), delta);
}

/** Estimated bytes of the insights, reckoned from the largest chunk. */
export async function sizeOnDevice(database: MirrorDatabase): Promise<number> {
  const [rows, largest] = await Promise.all([countRows(database), database.chunks.orderBy("rows").last()]);
  const perRow = largest === undefined ? USUAL_ROW_BYTES : chunkBytes(largest) / Math.max(largest.rows, 1);
  return Math.round(rows * perRow);
}
