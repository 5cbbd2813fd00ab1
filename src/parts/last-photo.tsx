import { ImageOff } from "lucide-react";
import { useCallback } from "react";
import { useServices } from "../client/services.tsx";
import { useViewValue } from "../client/use-view.ts";
import { DEVICE_CARD } from "../messages/fleet/device-card.ts";
import { agoWords } from "../messages/time-words.ts";
import type { InsightEngine } from "../query/insight-engine.ts";
import styles from "./last-photo.module.css";
import { PhotoThumbnail } from "./photo-thumbnail.tsx";

interface LastPhotoProps {
  deviceId: string;
  /** Time of its newest insight with a photo, epoch ms. */
  atMs: number;
  nowMs: number;
}

/** The newest photo of a Sentinel in a box of fixed height, with its age. */
export function LastPhoto({ deviceId, atMs, nowMs }: LastPhotoProps) {
  const photo = useLastPhoto(deviceId, atMs);
  const words = DEVICE_CARD.photo(agoWords(atMs, nowMs));
  return (
    <span className={styles.box}>
      <PhotoThumbnail photo={photo ?? null} alt="" className={styles.photo}>
        <span className={styles.none}>
          <ImageOff size={20} aria-hidden="true" />
          {photo === null && DEVICE_CARD.notHere}
        </span>
      </PhotoThumbnail>
      <span className={styles.age}>{words}</span>
    </span>
  );
}

/** Insights at or after the time of the newest photo that are looked through for it. */
const LOOKED_THROUGH = 20;
/** The time of the device record may have lost fractions of a second. */
const SLACK_MS = 1000;

/** The newest photo that this device holds; null where it holds none, undefined until that is known. */
function useLastPhoto(deviceId: string, atMs: number) {
  const read = useCallback(
    async (engine: InsightEngine, signal: AbortSignal) => {
      const { rows } = await engine.page(
        {
          filter: { showArchived: true, deviceIds: [deviceId], fromMs: atMs - SLACK_MS },
          sort: { column: "time", descending: false },
          grouped: false,
          offset: 0,
          limit: LOOKED_THROUGH,
        },
        signal,
      );
      const photoUrl = rows.find((row) => row.photoUrl)?.photoUrl;
      return { deviceId, photo: photoUrl ? { deviceId, photoUrl } : null };
    },
    [deviceId, atMs],
  );
  const found = useViewValue(useServices().insights, read);
  return found?.deviceId === deviceId ? found.photo : undefined;
}
