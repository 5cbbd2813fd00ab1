import type { Map as LeafletMap } from "leaflet";
import { useSyncExternalStore } from "react";
import { metresPerPixel, scaleBar, scaleText } from "../../domain/map/scale.ts";
import styles from "./scale-bar.module.css";

const MOST_PX = 90;

/** How long distances are in the middle of a map. */
export function ScaleBar({ map }: { map: LeafletMap }) {
  const perPixelM = useSyncExternalStore(
    (listener) => {
      map.on("moveend", listener);
      return () => void map.off("moveend", listener);
    },
    () => metresPerPixel(map.getCenter().lat, map.getZoom()),
  );
  const { metres, px } = scaleBar(perPixelM, MOST_PX);
  return (
    <p className={styles.scale}>
      {scaleText(metres)}
      <span className={styles.bar} style={{ width: px }} aria-hidden="true" />
    </p>
  );
}
