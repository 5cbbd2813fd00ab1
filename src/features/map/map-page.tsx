import type { Map as LeafletMap } from "leaflet";
import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { maySaveBulkActions, type Role } from "../../domain/account/role.ts";
import { isNarrowMap } from "../../domain/map/map-rules.ts";
import { MAP_LAYERS } from "../../domain/map/map-warnings.ts";
import type { Position } from "../../domain/map/position.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { MAP } from "../../messages/map/map.ts";
import { useFilterInAddress } from "../../parts/insight-filter/use-filter-in-address.ts";
import { useBasemap } from "../../parts/map/use-basemap.ts";
import { useMapStyle } from "../../parts/map/use-map-style.ts";
import { useOwnPosition } from "../../parts/map/use-own-position.ts";
import { useTooNear } from "../../parts/map/use-too-near.ts";
import { changeMapLook, mapLookStore } from "../../state/map-look-store.ts";
import { DeviceClusterLayer, type DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import { fitTo } from "../../ui/map/map-frame.tsx";
import { OwnPositionLayer } from "../../ui/map/own-position-layer.tsx";
import { useElementWidth } from "../../ui/use-element-width.ts";
import { useNow } from "../../ui/use-now.ts";
import { BasemapDialog } from "./basemap-dialog.tsx";
import { SelectedPopup, SelectedSheet } from "./card/selected-device.tsx";
import { MapMoves, type MapPanel, MapTools } from "./map-controls.tsx";
import { MapEmpty } from "./map-empty.tsx";
import { countParts, type MapFilter, NO_FILTER, readMapFilter, writeMapFilter } from "./map-filter.ts";
import { MapFoot } from "./map-foot.tsx";
import { MapNotices } from "./map-notices.tsx";
import styles from "./map-page.module.css";
import { MapPanels } from "./map-panels.tsx";
import { MapSurface } from "./map-surface.tsx";
import { useMapDevices } from "./use-map-devices.ts";
import { useSelection } from "./use-selection.ts";

const MARKER_WORDS = {
  device: ({ name, insights, warnings }: DevicePoint) => MAP.marker(name, insights, warnings),
  cluster: MAP.cluster,
};
const OWN_ZOOM = 13;
const NO_POINTS: readonly DevicePoint[] = [];
/** A name is typed letter by letter: no letter is a step to go back by. */
const IN_ADDRESS = { read: readMapFilter, write: writeMapFilter, replaces: () => true };

/** The map of a person's Sentinels, by mirror and query worker, on a ground that needs no connection. */
export function MapPage({ role }: { role: Role }) {
  const { filter, setFilter, dayMs } = useFilterInAddress<MapFilter>(IN_ADDRESS);
  const found = useMapDevices(filter);
  const look = useStore(mapLookStore);
  const style = useMapStyle();
  const frame = useRef<HTMLDivElement>(null);
  const narrow = isNarrowMap(useElementWidth(frame) ?? window.innerWidth);
  const nowMs = useNow(MINUTE_MS);
  const [panel, setPanel] = useState<MapPanel | null>(null);
  const [worldFailed, setWorldFailed] = useState(false);
  const basemap = useBasemap();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const tooNear = useTooNear(map, basemap.overlay);
  const position = useOwnPosition();
  const { own, ask } = position;

  const layers = useMemo(() => new Set(MAP_LAYERS.filter((layer) => !look.hidden.includes(layer))), [look]);
  const points = found?.shown ?? NO_POINTS;
  const { openId, device, point, select, goTo, close } = useSelection(frame, found, map);
  const mayEdit = maySaveBulkActions(role);
  const selected = device && point && { device, point, filter, own, nowMs, mayEdit, onClose: close };
  return (
    <div ref={frame} className={styles.page}>
      <h1 className="visually-hidden">{MAP.title}</h1>
      <MapSurface
        frame={frame}
        style={style}
        overlay={basemap.overlay}
        onBasemapProblem={(what, error) =>
          what === "world" ? setWorldFailed(true) : basemap.onProblem(error)
        }
        onMap={setMap}
        plotted={found?.plotted}
        point={point}
      >
        <DeviceClusterLayer
          points={points}
          layers={layers}
          selectedId={openId}
          onSelect={select}
          words={MARKER_WORDS}
        />
        {own !== null && <OwnPositionLayer position={own} accuracyM={own.accuracyM} label={MAP.hereYouAre} />}
        {selected && !narrow && <SelectedPopup {...selected} />}
      </MapSurface>
      <div className={styles.top}>
        <MapTools
          style={style}
          onStyle={(chosen) => changeMapLook({ style: chosen })}
          panel={panel}
          onPanel={setPanel}
          activeFilters={countParts(filter)}
          wide={!narrow}
        />
        <MapPanels
          {...{ panel, narrow, filter, dayMs, points, own }}
          onClose={() => setPanel(null)}
          onFilter={setFilter}
          groups={found?.groups ?? []}
          sortBy={look.listBy}
          onSortBy={(listBy) => {
            changeMapLook({ listBy });
            if (listBy === "distance" && own === null) void ask();
          }}
          onSelect={(id) => {
            goTo(id);
            if (narrow) setPanel(null);
          }}
        />
      </div>
      <MapMoves
        onZoom={(by) => map?.setZoom(map.getZoom() + by)}
        onFit={() => map && fitTo(map, points, { animate: true, frame: frame.current })}
        onLocate={() => void showOwn(map, ask)}
        locating={position.asking}
        located={own !== null}
      />
      <MapNotices
        worldFailed={worldFailed}
        onWorldFailedSeen={() => setWorldFailed(false)}
        {...{ position, basemap, mayEdit }}
        placeless={device && !point ? device : null}
        onPlacelessSeen={close}
        tooNear={tooNear && narrow}
      />
      <MapEmpty found={found} onClearFilter={() => setFilter(NO_FILTER)} />
      {!(selected && narrow) && (
        <MapFoot
          {...{ found, map, narrow, look }}
          withLegend={panel === null || narrow}
          tooNear={tooNear && !narrow}
        />
      )}
      {selected && narrow && <SelectedSheet {...selected} map={map} />}
      {panel === "basemap" && <BasemapDialog basemap={basemap} onClose={() => setPanel(null)} />}
    </div>
  );
}

async function showOwn(map: LeafletMap | null, ask: () => Promise<Position | null>): Promise<void> {
  const at = await ask();
  if (at !== null) map?.setView([at.latitude, at.longitude], Math.max(map.getZoom(), OWN_ZOOM));
}
