import { useMemo } from "react";
import type { InsightRow } from "../../query/insight-engine.ts";
import { type InsightSearch, useFoundInsight } from "../use-found-insight.ts";

/** Insights that are looked through for one with a photo: from a known time on, or from the newest backwards. */
const LOOKED_THROUGH = { known: 20, newest: 50 };
/** The time of the device record may have lost fractions of a second. */
const SLACK_MS = 1000;

interface LastPhotoFound {
  insightId: string;
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
  const search = useMemo((): InsightSearch => {
    return knownMs === null
      ? { filter: { showArchived: true }, limit: LOOKED_THROUGH.newest, descending: true }
      : {
          filter: { showArchived: true, fromMs: knownMs - SLACK_MS },
          limit: LOOKED_THROUGH.known,
          descending: false,
        };
  }, [knownMs]);
  const found = useFoundInsight(deviceId, search, hasPhoto);
  return useMemo(() => {
    if (!found?.photo) return found && null;
    const { insightId, className, atMs } = found;
    return { insightId, deviceId, photoUrl: found.photo.photoUrl, className, atMs };
  }, [deviceId, found]);
}

const hasPhoto = ({ photoUrl }: InsightRow): boolean => Boolean(photoUrl);
