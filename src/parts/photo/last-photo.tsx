import { ImageOff } from "lucide-react";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { agoWords } from "../../messages/time-words.ts";
import styles from "./last-photo.module.css";
import { PhotoThumbnail } from "./photo-thumbnail.tsx";
import { useLastPhoto } from "./use-last-photo.ts";

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
