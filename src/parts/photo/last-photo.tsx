import ImageOff from "lucide-react/icons/image-off";
import { Link } from "wouter";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { agoWords } from "../../messages/time-words.ts";
import styles from "./last-photo.module.css";
import { PhotoThumbnail } from "./photo-thumbnail.tsx";
import { useLastPhoto } from "./use-last-photo.ts";

interface LastPhotoProps {
  /** Of its Sentinel; the photo leads to its insights, from this one on. */
  deviceName: string;
  deviceId: string;
  /** Time of its newest insight with a photo, epoch ms. */
  atMs: number;
  nowMs: number;
  /** "row": as small as the row of a table, with its age in the tooltip. */
  look?: "card" | "row";
}

/** The newest photo of a Sentinel in a box of fixed size, with its age. */
export function LastPhoto({ deviceName, deviceId, atMs, nowMs, look = "card" }: LastPhotoProps) {
  const photo = useLastPhoto(deviceId, atMs);
  const words = DEVICE_CARD.photo(agoWords(atMs, nowMs));
  return (
    <Link
      href={reviewHref(deviceId, photo?.insightId)}
      className={styles.box}
      title={look === "row" ? words : undefined}
    >
      <span className="visually-hidden">{DEVICE_CARD.openPhoto(deviceName)}. </span>
      <PhotoThumbnail photo={photo ?? null} alt="" className={styles.photo}>
        <span className={styles.none}>
          <ImageOff size={20} aria-hidden="true" />
          {photo === null && (
            <span className={look === "row" ? "visually-hidden" : undefined}>{DEVICE_CARD.notHere}</span>
          )}
        </span>
      </PhotoThumbnail>
      <span className={look === "row" ? "visually-hidden" : styles.age}>{words}</span>
    </Link>
  );
}

/** Review mode over the Sentinel's insights, at this one. */
function reviewHref(deviceId: string, insightId: string | undefined): string {
  const image = insightId === undefined ? {} : { image: insightId };
  const parts = {
    tab: "insights",
    archived: "1",
    collections: "0",
    device_id: deviceId,
    review: "1",
    ...image,
  };
  return `/?${new URLSearchParams(parts)}`;
}
