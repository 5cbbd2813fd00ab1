import type { Map as LeafletMap, Popup as LeafletPopup } from "leaflet";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Popup, useMap } from "react-leaflet";
import { COVERS_MAP } from "../../../ui/map/map-frame.tsx";
import styles from "../map-page.module.css";
import { DeviceCard, type DeviceCardProps } from "./device-card.tsx";

const POPUP_PX = 340;
/** Where the tools at the upper edge of a narrow map end, and how far a marker reaches from its place. */
const TOOLS_END_PX = 52;
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

/** The same at the lower edge of a narrow map, with its marker in sight above it. */
export function SelectedSheet({ map, ...props }: DeviceCardProps & { map: LeafletMap | null }) {
  const sheet = useRef<HTMLElement>(null);
  const { id, latitude, longitude } = props.point;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another Sentinel is another card
  useEffect(() => {
    if (map === null || sheet.current === null) return;
    const { y } = map.latLngToContainerPoint([latitude, longitude]);
    const end = map.getSize().y - sheet.current.offsetHeight;
    if (y > TOOLS_END_PX && y < end - MARKER_PX) return;
    const animate = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    map.panBy([0, y - (TOOLS_END_PX + end) / 2], { animate });
  }, [map, id, latitude, longitude]);
  return (
    <section ref={sheet} className={styles.sheet} {...COVERS_MAP}>
      <DeviceCard {...props} />
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
