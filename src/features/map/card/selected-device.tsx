import type { Map as LeafletMap, Popup as LeafletPopup } from "leaflet";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Popup, useMap } from "react-leaflet";
import { classNames } from "../../../ui/class-names.ts";
import scroll from "../../../ui/layout/scroll-shade.module.css";
import { COVERS_MAP } from "../../../ui/map/map-frame.tsx";
import styles from "../map-page.module.css";
import { DeviceCard, type DeviceCardProps } from "./device-card.tsx";

const POPUP_PX = 340;
/** How far the tools at the edges of a narrow map reach into it, and a marker from its place. */
const TOOLS_END_PX = 52;
const SIDE_PX = 60;
const MARKER_PX = 24;
/** Over the marker, with its badge left in sight. */
const ABOVE_MARKER: [number, number] = [0, -12];

/** The card of the chosen Sentinel, beside its marker. */
export function SelectedPopup(props: DeviceCardProps) {
  const { point, onClose } = props;
  const { id, latitude, longitude } = point;
  // Another array makes the popup leave the page and come back: a press on it, its focus and its dialog would be lost.
  const position = useMemo((): [number, number] => [latitude, longitude], [latitude, longitude]);
  useClosing(onClose);
  const popup = useRef<LeafletPopup>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // Always the same element: with another one react-leaflet updates the popup, which pans a map that was dragged.
  const content = useMemo(() => <div ref={setPlace} />, []);
  useSizeChange(
    place,
    useCallback(() => popup.current?.update(), []),
  );
  return (
    <>
      {/* Leaflet does not close the popup by itself, because the address says which card is open. */}
      <Popup
        key={id}
        ref={popup}
        position={position}
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
        {content}
      </Popup>
      {place && createPortal(<DeviceCard {...props} />, place)}
    </>
  );
}

/** The same at the lower edge of a narrow map, or beside it where the map is low; its marker stays in sight. */
export function SelectedSheet({ map, ...props }: DeviceCardProps & { map: LeafletMap | null }) {
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const { latitude, longitude } = props.point;
  const keepInSight = useCallback(() => {
    if (map === null || sheet === null) return;
    const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
    const size = map.getSize();
    const animate = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    // On its side, see map-page.module.css.
    const width = size.x - sheet.offsetWidth;
    if (width > 0) {
      if (x < MARKER_PX || x > width - SIDE_PX - MARKER_PX) map.panBy([x - width / 2, 0], { animate });
      return;
    }
    const end = size.y - sheet.offsetHeight;
    if (y > TOOLS_END_PX && y < end - MARKER_PX) return;
    map.panBy([0, y - (TOOLS_END_PX + end) / 2], { animate });
  }, [map, sheet, latitude, longitude]);
  // The newest photo makes the card higher once it is read.
  useSizeChange(sheet, keepInSight);
  return (
    <section ref={setSheet} className={styles.sheet} {...COVERS_MAP}>
      <div className={classNames(styles.sheetBody, scroll.shade)}>
        <DeviceCard {...props} />
      </div>
    </section>
  );
}

/** Calls back when an element has its size, and whenever it changes. */
function useSizeChange(element: HTMLElement | null, onChange: () => void): void {
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(onChange);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, onChange]);
}

/** A press on the bare map and Escape close what is open. */
export function useClosing(onClose: () => void): void {
  const map = useMap();
  useEffect(() => {
    map.on("click", onClose);
    return () => void map.off("click", onClose);
  }, [map, onClose]);
}
