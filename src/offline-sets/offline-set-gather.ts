import { MOST_INSIGHTS_IN_OFFLINE_SET, type OfflineSet } from "../domain/offline/offline-set.ts";
import type { InsightEngine, InsightFilter, InsightRow } from "../query/insight-engine.ts";
import type { StoredOfflineSet } from "../storage/mirror/mirror-database.ts";
import type { Gathered } from "../storage/offline-sets/offline-set-storage.ts";

const ROWS_AT_ONCE = 500;
const NEWEST_FIRST = { sort: { column: "time", descending: true }, grouped: false } as const;

/**
 * Which insights a set has and which pictures it wants: of the insights as they are on this device now, so that the
 * set is what a person sees when it is opened. Thumbnails come first, and of each size the newest insights.
 */
export async function gatherOfflineSet(
  set: StoredOfflineSet,
  insights: Pick<InsightEngine, "snapshot">,
  signal: AbortSignal,
): Promise<Gathered | "tooMany"> {
  const found = await readInsights(set.filter as InsightFilter, insights, signal);
  return found === "tooMany"
    ? found
    : { insightIds: found.insightIds, pictures: wantedOf(set, found.photos) };
}

interface Found {
  insightIds: string[];
  photos: { deviceId: string; photoUrl: string }[];
}

/** @returns the insights that pass, with each of their photos once */
export async function readInsights(
  filter: InsightFilter,
  insights: Pick<InsightEngine, "snapshot">,
  signal: AbortSignal,
  onRows: (rows: readonly InsightRow[]) => void = () => undefined,
): Promise<Found | "tooMany"> {
  const snapshot = await insights.snapshot({ filter, ...NEWEST_FIRST }, signal);
  try {
    if (snapshot.matched > MOST_INSIGHTS_IN_OFFLINE_SET) return "tooMany";
    const insightIds: string[] = [];
    const photos = new Map<string, { deviceId: string; photoUrl: string }>();
    for (let from = 0; from < snapshot.matched; from += ROWS_AT_ONCE) {
      signal.throwIfAborted();
      const rows = await snapshot.rows(from, ROWS_AT_ONCE, signal);
      onRows(rows);
      for (const { insightId, deviceId, photoUrl } of rows) {
        insightIds.push(insightId);
        if (photoUrl) photos.set(`${deviceId}\n${photoUrl}`, { deviceId, photoUrl });
      }
    }
    return { insightIds, photos: [...photos.values()] };
  } finally {
    snapshot.release();
  }
}

function wantedOf({ pictures }: OfflineSet, photos: Found["photos"]): Gathered["pictures"] {
  const sizes = pictures === "photographs" ? [true, false] : [true];
  return sizes.flatMap((thumbnail) => photos.map((photo) => ({ ...photo, thumbnail })));
}
