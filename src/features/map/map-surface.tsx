import type { Map as LeafletMap } from "leaflet";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useMap } from "react-leaflet";
import { useServices } from "../../client/services.tsx";
import { CLUSTER_MAX_ZOOM } from "../../domain/map/map-rules.ts";
import { MAP } from "../../messages/map/map.ts";
import { mapPlaceOf, rememberMapPlace } from "../../state/map-look-store.ts";
import type { Overlay } from "../../ui/map/basemap/basemap.tsx";
import type { MapStyle } from "../../ui/map/basemap/map-colours.ts";
import type { DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import { fitTo, MapFrame, type MapView } from "../../ui/map/map-frame.tsx";

interface MapSurfaceProps {
  frame: RefObject<HTMLElement | null>;
  style: MapStyle;
  overlay: Overlay;
  onBasemapProblem(what: "world" | "overlay", error: unknown): void;
  onMap(map: LeafletMap): void;
  /** Sentinels with a position; undefined until they are read. */
  plotted: readonly DevicePoint[] | undefined;
  /** The one that the address names. */
  point: DevicePoint | undefined;
  /** Layers that are drawn on the map. */
  children: ReactNode;
}

/** The map itself: it opens where this person left it, or with all Sentinels in sight. */
export function MapSurface(props: MapSurfaceProps) {
  const { frame, style, overlay, onBasemapProblem, onMap, plotted, point, children } = props;
  const { userId } = useServices();
  const [first] = useState(() => mapPlaceOf(userId));
  const onMove = useCallback((place: MapView) => rememberMapPlace(userId, place), [userId]);
  return (
    <MapFrame
      label={MAP.region}
      style={style}
      overlay={overlay}
      onBasemapProblem={onBasemapProblem}
      groundWaits={plotted === undefined}
      view={first}
      onMove={onMove}
    >
      <GiveMap onMap={onMap} />
      {/* Before the markers: clustered in another place, they would be clustered twice. */}
      <FirstFit frame={frame} plotted={plotted} returned={first !== null} point={point} />
      {children}
    </MapFrame>
  );
}

function GiveMap({ onMap }: { onMap(map: LeafletMap): void }) {
  const map = useMap();
  useEffect(() => onMap(map), [map, onMap]);
  return null;
}

interface FirstFitProps extends Pick<MapSurfaceProps, "frame" | "plotted" | "point"> {
  /** The map opens where it was left. */
  returned: boolean;
}

/** Brings all Sentinels into sight when the map opens, or the one that the address names. */
function FirstFit({ frame, plotted, returned, point }: FirstFitProps) {
  const map = useMap();
  const done = useRef(returned);
  useEffect(() => {
    if (plotted === undefined || plotted.length === 0 || done.current) return;
    done.current = true;
    if (point === undefined) fitTo(map, plotted, { animate: false, frame: frame.current });
    else map.setView([point.latitude, point.longitude], CLUSTER_MAX_ZOOM + 1, { animate: false });
  }, [map, frame, plotted, point]);
  return null;
}
