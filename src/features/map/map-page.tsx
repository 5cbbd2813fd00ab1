import type { Map as LeafletMap } from "leaflet";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMap } from "react-leaflet";
import { useStore } from "zustand";
import { useServices } from "../../client/services.tsx";
import { useAddressPart } from "../../client/use-address-part.ts";
import { maySaveBulkActions, type Role } from "../../domain/account/role.ts";
import { CLUSTER_MAX_ZOOM, isNarrowMap } from "../../domain/map/map-rules.ts";
import { MAP_LAYERS } from "../../domain/map/map-warnings.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { BASEMAP, MAP } from "../../messages/map/map.ts";
import { useFilterInAddress } from "../../parts/insight-filter/use-filter-in-address.ts";
import { type BasemapState, useBasemap } from "../../parts/map/use-basemap.ts";
import { useMapStyle } from "../../parts/map/use-map-style.ts";
import { useOwnPosition } from "../../parts/map/use-own-position.ts";
import { changeMapLook, mapLookStore, mapPlaceOf, rememberMapPlace } from "../../state/map-look-store.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { DeviceClusterLayer, type DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import { fitTo, MapFrame, type MapView } from "../../ui/map/map-frame.tsx";
import { OwnPositionLayer } from "../../ui/map/own-position-layer.tsx";
import { useElementWidth } from "../../ui/use-element-width.ts";
import { useNow } from "../../ui/use-now.ts";
import { BasemapDialog } from "./basemap-dialog.tsx";
import { MapMoves, type MapPanel, MapTools } from "./map-controls.tsx";
import { MapEmpty } from "./map-empty.tsx";
import { countParts, type MapFilter, NO_FILTER, readMapFilter, writeMapFilter } from "./map-filter.ts";
import { MapLegend } from "./map-legend.tsx";
import styles from "./map-page.module.css";
import { MapPanels } from "./map-panels.tsx";
import { SelectedPopup, SelectedSheet } from "./selected-device.tsx";
import { type MapDevices, useMapDevices } from "./use-map-devices.ts";

const MARKER_WORDS = {
  device: ({ name, insights, warnings }: DevicePoint) => MAP.marker(name, insights, warnings),
  cluster: MAP.cluster,
};
const OWN_ZOOM = 13;

/** The map of a person's Sentinels, by mirror and query worker, on a ground that needs no connection. */
export function MapPage({ role }: { role: Role }) {
  const { filter, setFilter, dayMs } = useFilterInAddress<MapFilter>(IN_ADDRESS);
  const found = useMapDevices(filter);
  const look = useStore(mapLookStore);
  const style = useMapStyle();
  const frame = useRef<HTMLDivElement>(null);
  const narrow = isNarrowMap(useElementWidth(frame) ?? window.innerWidth);
  const nowMs = useNow(MINUTE_MS);
  const { open: openId, show, close } = useAddressPart("device");
  const [panel, setPanel] = useState<MapPanel | null>(null);
  const [worldFailed, setWorldFailed] = useState(false);
  const basemap = useBasemap();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const { own, asking, problem, ask } = useOwnPosition();
  const { userId } = useServices();
  const [first] = useState(() => mapPlaceOf(userId));
  const onMove = useCallback((place: MapView) => rememberMapPlace(userId, place), [userId]);

  const layers = useMemo(() => new Set(MAP_LAYERS.filter((layer) => !look.hidden.includes(layer))), [look]);
  const points = found?.shown ?? NO_POINTS;
  const point = found?.plotted.find(({ id }) => id === openId);
  const device = openId === null ? undefined : found?.devices.get(openId);
  // Another Sentinel takes the place of the one that is open: Back then closes the card.
  const select = useCallback((id: string) => show(id, { replace: openId !== null }), [show, openId]);
  const goTo = useCallback(
    (id: string) => {
      const target = found?.plotted.find((one) => one.id === id);
      if (target === undefined) return;
      map?.setView([target.latitude, target.longitude], Math.max(map.getZoom(), CLUSTER_MAX_ZOOM + 1));
      select(id);
      if (narrow) setPanel(null);
    },
    [found, map, narrow, select],
  );
  const locate = async () => {
    const at = await ask();
    if (at !== null) map?.setView([at.latitude, at.longitude], Math.max(map.getZoom(), OWN_ZOOM));
  };

  const selected = device &&
    point && { device, point, filter, own, nowMs, mayEdit: maySaveBulkActions(role), onClose: close };
  return (
    <div ref={frame} className={styles.page}>
      <h1 className="visually-hidden">{MAP.title}</h1>
      <MapFrame
        label={MAP.region}
        style={style}
        overlay={basemap.overlay}
        onBasemapProblem={(what, error) =>
          what === "world" ? setWorldFailed(true) : basemap.onProblem(error)
        }
        view={first}
        onMove={onMove}
      >
        <GiveMap onMap={setMap} />
        {/* Before the markers: clustered in another place, they would be clustered twice. */}
        <FirstFit plotted={found?.plotted} returned={first !== null} point={point} />
        <DeviceClusterLayer
          points={points}
          layers={layers}
          selectedId={openId}
          onSelect={select}
          words={MARKER_WORDS}
        />
        {own !== null && <OwnPositionLayer position={own} accuracyM={own.accuracyM} label={MAP.hereYouAre} />}
        {selected && !narrow && <SelectedPopup {...selected} />}
      </MapFrame>
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
          panel={panel}
          narrow={narrow}
          onClose={() => setPanel(null)}
          filter={filter}
          onFilter={setFilter}
          groups={found?.groups ?? []}
          dayMs={dayMs}
          points={points}
          own={own}
          sortBy={look.listBy}
          onSortBy={(listBy) => {
            changeMapLook({ listBy });
            if (listBy === "distance" && own === null) void ask();
          }}
          onSelect={goTo}
        />
      </div>
      <div className={styles.side}>
        <MapMoves
          onZoom={(by) => map?.setZoom(map.getZoom() + by)}
          onFit={() => map && fitTo(map, points, true)}
          onLocate={() => void locate()}
          locating={asking}
          located={own !== null}
        />
      </div>
      <div className={styles.notices}>
        {worldFailed && <Notice tone="danger">{MAP.worldProblem}</Notice>}
        {problem !== null && <Notice tone="danger">{MAP.notLocated[problem]}</Notice>}
        {basemap.problem !== null && <Notice tone="info">{basemapProblem(basemap.problem)}</Notice>}
      </div>
      <MapEmpty found={found} onClearFilter={() => setFilter(NO_FILTER)} />
      {!(selected && narrow) && (
        <div className={styles.bottom}>
          {(panel === null || narrow) && (
            <MapLegend
              open={look.legendOpen ?? !narrow}
              onOpen={(legendOpen) => changeMapLook({ legendOpen })}
              hidden={look.hidden}
              onHidden={(hidden) => changeMapLook({ hidden })}
              points={points}
            />
          )}
          {found && <MapStatus found={found} />}
        </div>
      )}
      {selected && narrow && <SelectedSheet {...selected} />}
      {panel === "basemap" && <BasemapDialog basemap={basemap} onClose={() => setPanel(null)} />}
    </div>
  );
}

/** How many Sentinels are shown, and how many cannot be. */
function MapStatus({ found: { shown, plotted, devices } }: { found: MapDevices }) {
  const absent = devices.size - plotted.length;
  return (
    <p className={styles.status}>
      {MAP.shown(shown.length, plotted.length)}
      {absent > 0 && ` · ${MAP.withoutPosition(absent)}`}
    </p>
  );
}

function basemapProblem(problem: NonNullable<BasemapState["problem"]>): string {
  return problem === "tilesMissing" ? BASEMAP.tilesMissing : BASEMAP.problems[problem];
}

const NO_POINTS: readonly DevicePoint[] = [];

/** A name is typed letter by letter: no letter is a step to go back by. */
const IN_ADDRESS = { read: readMapFilter, write: writeMapFilter, replaces: () => true };

function GiveMap({ onMap }: { onMap(map: LeafletMap): void }) {
  const map = useMap();
  useEffect(() => onMap(map), [map, onMap]);
  return null;
}

interface FirstFitProps {
  plotted: readonly DevicePoint[] | undefined;
  /** The map opens where it was left. */
  returned: boolean;
  point: DevicePoint | undefined;
}

/** Brings all Sentinels into sight when the map opens, or the one that the address names. */
function FirstFit({ plotted, returned, point }: FirstFitProps) {
  const map = useMap();
  const done = useRef(returned);
  useEffect(() => {
    if (plotted === undefined || plotted.length === 0 || done.current) return;
    done.current = true;
    if (point === undefined) fitTo(map, plotted, false);
    else map.setView([point.latitude, point.longitude], CLUSTER_MAX_ZOOM + 1, { animate: false });
  }, [map, plotted, point]);
  return null;
}
