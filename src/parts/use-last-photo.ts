import { useCallback } from "react";
import { useServices } from "../client/services.tsx";
import { useViewValue } from "../client/use-view.ts";
import { insightTimeMs } from "../domain/insight/insight.ts";
import type { InsightEngine } from "../query/insight-engine.ts";

/** Insights that are looked through for one with a photo: from a known time on, or from the newest backwards. */
const LOOKED_THROUGH = { known: 20, newest: 50 };
/** The time of the device record may have lost fractions of a second. */
const SLACK_MS = 1000;

interface LastPhotoFound {
  deviceId: string;
  photoUrl: string;
  className: string;
  /** Time of its insight, epoch ms. */
  atMs: number;
}

/**
 * The newest photo of a Sentinel that this device holds; null where it holds none, undefined until that is known.
 *
 * @param knownMs time of its newest insight with a photo, epoch ms; null where that is not known
 */
export function useLastPhoto(deviceId: string, knownMs: number | null): LastPhotoFound | null | undefined {
  const read = useCallback(
    async (engine: InsightEngine, signal: AbortSignal) => {
      const from = knownMs === null ? {} : { fromMs: knownMs - SLACK_MS };
      const { rows } = await engine.page(
        {
          filter: { showArchived: true, deviceIds: [deviceId], ...from },
          sort: { column: "time", descending: knownMs === null },
          grouped: false,
          offset: 0,
          limit: knownMs === null ? LOOKED_THROUGH.newest : LOOKED_THROUGH.known,
        },
        signal,
      );
      const row = rows.find(({ photoUrl }) => photoUrl);
      if (!row?.photoUrl) return { deviceId, photo: null };
      const { photoUrl, className } = row;
      return { deviceId, photo: { deviceId, photoUrl, className, atMs: insightTimeMs(row) } };
    },
    [deviceId, knownMs],
  );
  const found = useViewValue(useServices().insights, read);
  return found?.deviceId === deviceId ? found.photo : undefined;
}
