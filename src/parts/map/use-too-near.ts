import type { Map as LeafletMap } from "leaflet";
import { useCallback, useSyncExternalStore } from "react";
import { isBeyondBuiltIn } from "../../domain/map/map-rules.ts";
import type { Overlay } from "../../ui/map/basemap/basemap.tsx";

const NOTHING = () => {};

/** Whether the map is an empty plane: nearer than the built-in map has anything to show, with nothing over it. */
export function useTooNear(map: LeafletMap | null, overlay: Overlay): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (map === null) return NOTHING;
      map.on("zoomend", listener);
      return () => void map.off("zoomend", listener);
    },
    [map],
  );
  const isBeyond = useSyncExternalStore(subscribe, () => map !== null && isBeyondBuiltIn(map.getZoom()));
  const isAlone = overlay.kind === "none" || (overlay.kind === "region" && overlay.source === null);
  return isBeyond && isAlone;
}
