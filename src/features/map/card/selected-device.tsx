import { useEffect } from "react";
import { Popup, useMap } from "react-leaflet";
import { COVERS_MAP } from "../../../ui/map/map-frame.tsx";
import styles from "../map-page.module.css";
import { DeviceCard, type DeviceCardProps } from "./device-card.tsx";

const POPUP_PX = 340;
/** Over the marker, with its badge left in sight. */
const ABOVE_MARKER: [number, number] = [0, -12];

/** The card of the chosen Sentinel, beside its marker. */
export function SelectedPopup(props: DeviceCardProps) {
  const { point, onClose } = props;
  useClosing(onClose);
  return (
    // Leaflet closes nothing by itself: what is open is in the address.
    <Popup
      key={point.id}
      position={[point.latitude, point.longitude]}
      offset={ABOVE_MARKER}
      minWidth={POPUP_PX}
      maxWidth={POPUP_PX}
      autoPanPadding={[16, 72]}
      closeButton={false}
      closeOnClick={false}
      closeOnEscapeKey={false}
      autoClose={false}
      className={styles.popup ?? ""}
    >
      <DeviceCard {...props} />
    </Popup>
  );
}

/** The same at the lower edge of a narrow map. */
export function SelectedSheet(props: DeviceCardProps) {
  return (
    <section className={styles.sheet} {...COVERS_MAP}>
      <DeviceCard {...props} />
    </section>
  );
}

/** A press on the bare map and Escape close what is open. */
export function useClosing(onClose: () => void): void {
  const map = useMap();
  useEffect(() => {
    map.on("click", onClose);
    return () => void map.off("click", onClose);
  }, [map, onClose]);
}
