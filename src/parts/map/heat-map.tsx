import type { Map as LeafletMap } from "leaflet";
import Maximize from "lucide-react/icons/maximize";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { useEffect, useMemo, useState } from "react";
import { useMap } from "react-leaflet";
import { isOnHeatmap } from "../../domain/map/map-rules.ts";
import type { Position } from "../../domain/map/position.ts";
import { HEAT_MAP, MAP } from "../../messages/map/map.ts";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import type { Overlay } from "../../ui/map/basemap/basemap.tsx";
import type { MapStyle } from "../../ui/map/basemap/map-colours.ts";
import { HeatLayer } from "../../ui/map/heat-layer.tsx";
import { fitTo, MapFrame } from "../../ui/map/map-frame.tsx";
import styles from "./heat-map.module.css";

interface HeatMapProps {
  /** Where insights were seen, and how often; those without a fix are left out here. */
  places: readonly { latitude: number | null; longitude: number | null; count: number }[];
  style: MapStyle;
  overlay: Overlay;
  /** The map's name for screen readers. */
  label?: string;
  onProblem?(what: "world" | "overlay", error: unknown): void;
}

/** Where the cameras saw most. Says 'No Data' where there is nothing to show. */
export function HeatMap({ places, style, overlay, label = HEAT_MAP.label, onProblem }: HeatMapProps) {
  const [map, setMap] = useState<LeafletMap | null>(null);
  const plotted = useMemo(
    () =>
      places.flatMap(({ latitude, longitude, count }) =>
        isOnHeatmap({ latitude, longitude }) && latitude !== null && longitude !== null
          ? [{ latitude, longitude, count }]
          : [],
      ),
    [places],
  );
  if (plotted.length === 0) return <p className={styles.none}>{HEAT_MAP.none}</p>;
  return (
    <div className={styles.frame}>
      <MapFrame
        label={label}
        style={style}
        overlay={overlay}
        onBasemapProblem={(what, error) => onProblem?.(what, error)}
        embedded
      >
        <Fit places={plotted} onMap={setMap} />
        <HeatLayer places={plotted} style={style} pointText={HEAT_MAP.point} />
      </MapFrame>
      <div className={styles.moves}>
        <IconButton label={MAP.zoomIn} icon={<Plus size={18} />} onClick={() => map?.zoomIn()} />
        <IconButton label={MAP.zoomOut} icon={<Minus size={18} />} onClick={() => map?.zoomOut()} />
        <IconButton
          label={HEAT_MAP.fit}
          icon={<Maximize size={18} />}
          onClick={() => map && fitTo(map, plotted, { animate: true })}
        />
      </div>
    </div>
  );
}

/** Before the heat in the order of layers, so that it is drawn once. */
function Fit({ places, onMap }: { places: readonly Position[]; onMap(map: LeafletMap): void }) {
  const map = useMap();
  useEffect(() => onMap(map), [map, onMap]);
  const extent = extentOf(places);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts of the same places move nothing
  useEffect(() => fitTo(map, places, { animate: false }), [map, extent]);
  return null;
}

/** The outermost parallels and meridians of places, as a text to compare. */
function extentOf(places: readonly Position[]): string {
  let [south, west, north, east] = [90, 180, -90, -180];
  for (const { latitude, longitude } of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return `${south} ${west} ${north} ${east}`;
}
