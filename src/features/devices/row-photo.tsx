import ImageOff from "lucide-react/icons/image-off";
import { useEffect, useRef, useState } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { timeMs } from "../../parts/device-health.ts";
import { LastPhoto } from "../../parts/photo/last-photo.tsx";
import { watchNearViewport } from "../../parts/photo/near-viewport.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import styles from "./row-photo.module.css";

const nearViewport = watchNearViewport();

/**
 * The last photo of a Sentinel in its row, in a box of fixed size. It is looked for once the row is painted and in
 * sight: a photo of each of ten thousand Sentinels would have the rows wait.
 */
export function RowPhoto({ device, nowMs }: { device: ShownDevice; nowMs: number }) {
  const box = useRef<HTMLSpanElement>(null);
  const [isNear, setNear] = useState(false);
  const atMs = timeMs(device.last_image_at);
  const mayCome = atMs !== null;
  useEffect(() => {
    const element = box.current;
    if (element === null || !mayCome) return;
    const abort = new AbortController();
    const stop = afterPaint(() => {
      void nearViewport.until(element, abort.signal).then(() => {
        if (!abort.signal.aborted) setNear(true);
      });
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [mayCome]);
  return (
    <span ref={box} className={styles.box}>
      {atMs === null ? (
        <span className={styles.none} title={DEVICE_CARD.noPhoto}>
          <ImageOff size={16} aria-hidden="true" />
          <span className="visually-hidden">{DEVICE_CARD.noPhoto}</span>
        </span>
      ) : (
        isNear && (
          <LastPhoto
            look="row"
            deviceName={device.display_name}
            deviceId={device.device_id}
            atMs={atMs}
            nowMs={nowMs}
          />
        )
      )}
    </span>
  );
}
