import { useEffect } from "react";
import { useMap } from "react-leaflet";
import type { Position } from "../../domain/map/position.ts";
import { L } from "./leaflet.ts";
import styles from "./own-position.module.css";

/** Where this person stands: a dot, and a circle in which the device is sure of it. */
export function OwnPositionLayer({
  position,
  accuracyM,
  label,
}: {
  position: Position;
  accuracyM: number;
  label: string;
}) {
  const map = useMap();
  const { latitude, longitude } = position;
  useEffect(() => {
    const circle = L.circle([latitude, longitude], {
      radius: accuracyM,
      className: styles.circle ?? "",
      interactive: false,
    });
    const dot = L.marker([latitude, longitude], {
      icon: L.divIcon({ className: styles.dot ?? "", iconSize: [18, 18] }),
      interactive: false,
      keyboard: false,
    });
    map.addLayer(circle).addLayer(dot);
    dot.getElement()?.setAttribute("role", "img");
    dot.getElement()?.setAttribute("aria-label", label);
    return () => void map.removeLayer(circle).removeLayer(dot);
  }, [map, latitude, longitude, accuracyM, label]);
  return null;
}
