import type { Map as LeafletMap } from "leaflet";
import { useEffect, useMemo, useState } from "react";
import { useMap } from "react-leaflet";
import { isOnHeatmap } from "../../domain/map/map-rules.ts";
import { HEAT_MAP } from "../../messages/map/map.ts";
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
}

/** Where the cameras saw most. Says 'No Data' where there is nothing to show. */
export function HeatMap({ places, style, overlay }: HeatMapProps) {
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
  useEffect(() => {
    if (map !== null) fitTo(map, plotted, false);
  }, [map, plotted]);
  if (plotted.length === 0) return <p className={styles.none}>{HEAT_MAP.none}</p>;
  return (
    <MapFrame label={HEAT_MAP.label} style={style} overlay={overlay} onBasemapProblem={() => undefined}>
      <GiveMap onMap={setMap} />
      <HeatLayer places={plotted} pointText={HEAT_MAP.point} />
    </MapFrame>
  );
}

function GiveMap({ onMap }: { onMap(map: LeafletMap): void }) {
  const map = useMap();
  useEffect(() => onMap(map), [map, onMap]);
  return null;
}
