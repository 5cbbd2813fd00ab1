import { useEffect, useMemo } from "react";
import { useMap } from "react-leaflet";
import { isOnHeatmap } from "../../domain/map/map-rules.ts";
import type { Position } from "../../domain/map/position.ts";
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
    <MapFrame label={HEAT_MAP.label} style={style} overlay={overlay} onBasemapProblem={() => undefined}>
      <Fit places={plotted} />
      <HeatLayer places={plotted} pointText={HEAT_MAP.point} />
    </MapFrame>
  );
}

/** Before the heat in the order of layers, so that it is drawn once. */
function Fit({ places }: { places: readonly Position[] }) {
  const map = useMap();
  useEffect(() => fitTo(map, places, false), [map, places]);
  return null;
}
