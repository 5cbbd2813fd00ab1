import type { DivIcon, Map as LeafletMap, MarkerCluster, MarkerClusterGroup } from "leaflet";
import { useEffect, useRef } from "react";
import { useMap } from "react-leaflet";
import { ANIMATED_POINTS_MAX, CLUSTER_MAX_ZOOM, CLUSTER_RADIUS_PX } from "../../domain/map/map-rules.ts";
import type { MapLayer, MapWarning } from "../../domain/map/map-warnings.ts";
import type { Position } from "../../domain/map/position.ts";
import { type Offset, spreadCoinciding } from "../../domain/map/spread.ts";
import { afterPaint } from "../after-paint.ts";
import { L } from "./leaflet.ts";
import { clusterIcon, deviceIcon } from "./marker-icon.ts";

/** A Sentinel as the map plots it. */
export interface DevicePoint extends Position {
  id: string;
  name: string;
  insights: number;
  warnings: readonly MapWarning[];
}

interface DeviceClusterLayerProps {
  points: readonly DevicePoint[];
  /** Those of the legend that are shown. */
  layers: ReadonlySet<MapLayer>;
  selectedId: string | null;
  onSelect(deviceId: string): void;
  /** The accessible names of a marker and of a cluster. */
  words: {
    device(point: DevicePoint): string;
    cluster(points: number, insights: number, warned: boolean): string;
  };
}

/** So many markers are added in one go; then the browser may draw and answer a finger. */
const SLICE = 1_000;

/** Sentinels as markers, those near each other as clusters that show how many they are. */
export function DeviceClusterLayer({ points, layers, selectedId, onSelect, words }: DeviceClusterLayerProps) {
  const map = useMap();
  const latest = useRef({ layers, selectedId, onSelect, words });
  latest.current = { layers, selectedId, onSelect, words };
  const shown = useRef<ShownMarkers | null>(null);

  useEffect(() => {
    if (shown.current !== null && takeChanges(shown.current, points)) return;
    shown.current?.remove();
    shown.current = showMarkers(map, points, latest);
  }, [map, points]);
  useEffect(
    () => () => {
      shown.current?.remove();
      shown.current = null;
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the icons show is read through `latest`
  useEffect(() => {
    if (shown.current !== null) redrawAll(shown.current);
  }, [layers]);

  useEffect(() => {
    if (selectedId === null) return;
    const draw = () => shown.current?.markers.get(selectedId)?.redraw();
    draw();
    return draw;
  }, [selectedId]);
  return null;
}

interface ShownMarkers {
  group: MarkerClusterGroup;
  /** By device_id, in the order of the points; those that were added so far. */
  markers: ReadonlyMap<string, DeviceMarker>;
  /** All points, added or not. */
  points: readonly DevicePoint[];
  remove(): void;
}

function showMarkers(map: LeafletMap, points: readonly DevicePoint[], latest: Latest): ShownMarkers {
  const group = clusterGroup(points.length, (cluster) => {
    const { layers, words } = latest.current;
    const sum = sumOf(cluster, layers);
    const icon = clusterIcon({ ...sum, insights: layers.has("insight_count") ? sum.insights : null });
    return namedIcon(icon, () => words.cluster(sum.points, sum.insights, sum.warned));
  });
  // In this order: a group that is on no map yet takes its markers in one by one, and slowly.
  map.addLayer(group);
  let offsets: ReadonlyMap<DevicePoint, Offset> | undefined;
  const offsetAt = (at: number) => {
    // Points that change later stay where they are, and so do their offsets.
    offsets ??= spreadCoinciding(points);
    const point = points[at];
    return (point && offsets.get(point)) ?? NOT_MOVED;
  };
  const markers = new Map<string, DeviceMarker>();
  const shown: ShownMarkers = { group, markers, points, remove: () => undefined };
  const stop = addInSlices(group, points.length, (at) => {
    // After the first clusters are painted, and not in a frame of a zoom.
    if (at === SLICE) offsetAt(at);
    const point = shown.points[at];
    if (point === undefined) return [];
    const marker = new DeviceMarker(point, () => offsetAt(at), latest);
    markers.set(point.id, marker);
    return [marker];
  });
  shown.remove = () => {
    stop();
    map.removeLayer(group);
  };
  return shown;
}

/** Shows the points on the markers that there are. @returns false where other points came, or some moved */
function takeChanges(shown: ShownMarkers, points: readonly DevicePoint[]): boolean {
  if (points.length !== shown.points.length) return false;
  const stay = points.every((point, at) => {
    const { id, latitude, longitude } = point;
    // A new name changes the order, which counts only for points that are still to be added.
    const before = shown.markers.get(id)?.point ?? shown.points[at];
    return before?.id === id && before.latitude === latitude && before.longitude === longitude;
  });
  if (!stay) return false;
  shown.points = points;
  let changed = false;
  for (const point of points) {
    const marker = shown.markers.get(point.id);
    // Not added yet: it will be with what came now.
    if (marker === undefined) continue;
    const { name, insights, warnings } = marker.point;
    changed ||=
      name !== point.name || insights !== point.insights || warnings.join() !== point.warnings.join();
    marker.point = point;
  }
  if (changed) redrawAll(shown);
  return true;
}

function redrawAll({ group, markers }: ShownMarkers): void {
  group.refreshClusters();
  for (const marker of markers.values()) marker.redraw();
}

type Latest = {
  readonly current: Pick<DeviceClusterLayerProps, "layers" | "selectedId" | "onSelect" | "words">;
};

const NOT_MOVED: Offset = { x: 0, y: 0 };

/** A marker whose icon and listeners are made when it comes into sight: of ten thousand few ever do. */
class DeviceMarker extends L.Marker {
  point: DevicePoint;
  /** Asked for with the first icon: clusters need none. */
  readonly #offset: () => Offset;
  readonly #latest: Latest;
  #drawn = false;
  #listens = false;

  constructor(point: DevicePoint, offset: () => Offset, latest: Latest) {
    super([point.latitude, point.longitude], { keyboard: true, riseOnHover: true });
    this.point = point;
    this.#offset = offset;
    this.#latest = latest;
  }

  override onAdd(map: LeafletMap): this {
    if (!this.#listens) this.#listen();
    if (!this.#drawn) this.options.icon = this.#icon();
    this.#drawn = true;
    super.onAdd(map);
    this.#name();
    return this;
  }

  #listen(): void {
    this.#listens = true;
    this.on("click", () => this.#latest.current.onSelect(this.point.id));
    this.on("keydown", ({ originalEvent }) => {
      if (originalEvent.key !== "Enter" && originalEvent.key !== " ") return;
      originalEvent.preventDefault();
      this.#latest.current.onSelect(this.point.id);
    });
  }

  /** Draws the marker again, because its content may have changed. */
  redraw(): void {
    this.#drawn = false;
    const element = this.getElement();
    if (element === undefined) return;
    const focused = document.activeElement === element;
    this.setIcon(this.#icon());
    this.#drawn = true;
    this.#name();
    if (focused) this.getElement()?.focus();
  }

  #icon(): DivIcon {
    const { layers, selectedId } = this.#latest.current;
    const { point } = this;
    return deviceIcon({
      warnings: point.warnings.filter((warning) => layers.has(warning)),
      insights: layers.has("insight_count") ? point.insights : null,
      offset: this.#offset(),
      selected: selectedId === point.id,
    });
  }

  #name(): void {
    const element = this.getElement();
    element?.setAttribute("aria-label", this.#latest.current.words.device(this.point));
    element?.setAttribute("data-device", this.point.id);
  }
}

function clusterGroup(points: number, icon: (cluster: MarkerCluster) => DivIcon): MarkerClusterGroup {
  const animate = points <= ANIMATED_POINTS_MAX && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return L.markerClusterGroup({
    maxClusterRadius: CLUSTER_RADIUS_PX,
    disableClusteringAtZoom: CLUSTER_MAX_ZOOM + 1,
    // Coinciding markers lie on rings of their own.
    spiderfyOnMaxZoom: false,
    showCoverageOnHover: false,
    zoomToBoundsOnClick: true,
    animate,
    animateAddingMarkers: false,
    iconCreateFunction: icon,
  });
}

function sumOf(cluster: MarkerCluster, layers: ReadonlySet<MapLayer>) {
  let [insights, warned] = [0, false];
  const all = cluster.getAllChildMarkers() as unknown as readonly DeviceMarker[];
  for (const { point } of all) {
    insights += point.insights;
    warned ||= point.warnings.some((warning) => layers.has(warning));
  }
  return { points: all.length, insights, warned };
}

/** An icon whose element has a name of its own. */
function namedIcon(icon: DivIcon, name: () => string): DivIcon {
  const create = icon.createIcon.bind(icon);
  icon.createIcon = (old) => {
    const element = create(old);
    element.setAttribute("aria-label", name());
    element.setAttribute("data-cluster", "");
    return element;
  };
  return icon;
}

/** Makes and adds markers, those of so many points. @returns the way to stop where not all were added yet */
function addInSlices(
  group: MarkerClusterGroup,
  points: number,
  make: (at: number) => DeviceMarker[],
): () => void {
  let added = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const add = () => {
    const slice = Array.from({ length: Math.min(SLICE, points - added) }, (_, at) => added + at);
    group.addLayers(slice.flatMap(make));
    added += slice.length;
  };
  const goOn = () => {
    if (added >= points) return;
    timer = setTimeout(() => {
      add();
      goOn();
    });
  };
  add();
  // The first clusters are painted before more are made.
  const stop = afterPaint(goOn);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
