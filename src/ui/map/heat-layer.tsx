import type { CircleMarker, HeatLayer as LeafletHeat, Map as LeafletMap } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import { HEAT_POINTS_FROM_ZOOM } from "../../domain/map/map-rules.ts";
import type { Position } from "../../domain/map/position.ts";
import type { MapStyle } from "./basemap/map-colours.ts";
import { L } from "./leaflet.ts";

/** A place with how often something was seen there. */
export interface HeatPlace extends Position {
  count: number;
}

const RADIUS_PX = 25;
const BLUR_PX = 18;
const MIN_OPACITY = 0.3;
/**
 * One warm colour, which reads without telling red from green: the more, the further from the ground, which is light by
 * day and dark by night.
 */
const GRADIENTS: Readonly<Record<MapStyle, Record<number, string>>> = {
  light: { 0.2: "#fbd9a0", 0.5: "#e8912d", 0.8: "#b3410e", 1: "#6b1a06" },
  dark: { 0.2: "#6b1a06", 0.5: "#b3410e", 0.8: "#e8912d", 1: "#fbd9a0" },
};
const POINT = { radius: 6, weight: 1.5, color: "#ffffff", fillColor: "#b3410e", fillOpacity: 0.9 };

/** Heat over places, and from zoom 14 on each place as a point, without clusters. */
export function HeatLayer({
  places,
  style,
  pointText,
}: {
  places: readonly HeatPlace[];
  /** Of the ground below. */
  style: MapStyle;
  /** The accessible name of a point. */
  pointText(place: HeatPlace): string;
}) {
  const map = useMap();
  useEffect(() => {
    const most = places.reduce((max, { count }) => Math.max(max, count), 1);
    const heat = L.heatLayer(
      places.map(({ latitude, longitude, count }) => [latitude, longitude, count]),
      {
        radius: RADIUS_PX,
        blur: BLUR_PX,
        minOpacity: MIN_OPACITY,
        max: most,
        maxZoom: 1,
        gradient: GRADIENTS[style],
      },
    );
    const renderer = L.canvas();
    const points = L.layerGroup();
    const show = () => {
      const asPoints = map.getZoom() >= HEAT_POINTS_FROM_ZOOM;
      if (asPoints === map.hasLayer(points)) return;
      if (asPoints) {
        if (points.getLayers().length === 0)
          for (const place of places) points.addLayer(pointOf(place, renderer, pointText));
        removeHeat(map, heat);
        map.addLayer(points);
      } else {
        map.removeLayer(points);
        map.addLayer(heat);
      }
      map.getContainer().dataset.heat = asPoints ? "points" : "heat";
    };
    if (map.getZoom() < HEAT_POINTS_FROM_ZOOM) {
      map.addLayer(heat);
      map.getContainer().dataset.heat = "heat";
    }
    show();
    map.on("zoomend", show);
    return () => {
      map.off("zoomend", show);
      removeHeat(map, heat);
      map.removeLayer(points);
      renderer.remove();
    };
  }, [map, places, style, pointText]);
  return null;
}

function pointOf(
  place: HeatPlace,
  renderer: ReturnType<typeof L.canvas>,
  text: (place: HeatPlace) => string,
): CircleMarker {
  return L.circleMarker([place.latitude, place.longitude], { ...POINT, renderer }).bindTooltip(text(place));
}

/** The plugin draws in a frame that it has asked for before, and throws where it was taken off the map meanwhile. */
function removeHeat(map: LeafletMap, heat: LeafletHeat): void {
  const { _frame } = heat as unknown as { _frame?: number };
  if (_frame) cancelAnimationFrame(_frame);
  (heat as unknown as { _frame?: number | null })._frame = null;
  map.removeLayer(heat);
}
