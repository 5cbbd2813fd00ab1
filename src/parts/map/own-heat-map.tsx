import type { HeatPlace } from "../../ui/map/heat-layer.tsx";
import { HeatMap } from "./heat-map.tsx";
import { useBasemap } from "./use-basemap.ts";
import { useMapStyle } from "./use-map-style.ts";

/** The heatmap in the style and over the basemap that this person chose on the map. */
export function OwnHeatMap({ places, label }: { places: readonly HeatPlace[]; label: string }) {
  const style = useMapStyle();
  const { overlay, onProblem } = useBasemap();
  return (
    <HeatMap
      places={places}
      style={style}
      overlay={overlay}
      label={label}
      onProblem={(what, error) => what === "overlay" && onProblem(error)}
    />
  );
}
