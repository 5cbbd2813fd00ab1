import type { Map as LeafletMap } from "leaflet";
import { type ReactNode, useEffect } from "react";
import { MapContainer, useMap } from "react-leaflet";
import { type Insets, insetsAround, NO_INSETS } from "../../domain/map/insets.ts";
import { FIT_MAX_ZOOM } from "../../domain/map/map-rules.ts";
import type { Position } from "../../domain/map/position.ts";
import { classNames } from "../class-names.ts";
import { attributionOf, Basemap, type Overlay } from "./basemap/basemap.tsx";
import type { MapStyle } from "./basemap/map-colours.ts";
import { L } from "./leaflet.ts";
import styles from "./map-frame.module.css";

export interface MapView {
  centre: Position;
  zoom: number;
}

const WORLD: MapView = { centre: { latitude: 20, longitude: 10 }, zoom: 2 };
const MIN_ZOOM = 1;
const MAX_ZOOM = 19;
const FIT_PADDING_PX = 32;

interface MapFrameProps {
  /** The accessible name of the map. */
  label: string;
  style: MapStyle;
  overlay: Overlay;
  onBasemapProblem(what: "world" | "overlay", error: unknown): void;
  /** The ground is drawn after what lies on it has come; see `Basemap`. */
  groundWaits?: boolean;
  /** Where it opens; the whole world where it is left out. */
  view?: MapView | null;
  onMove?(view: MapView): void;
  /** Part of a page that scrolls: the wheel and a single finger then move the page and not the map. */
  embedded?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A map on its ground, without any control: those are the screen's own. */
export function MapFrame(props: MapFrameProps) {
  const {
    label,
    style,
    overlay,
    onBasemapProblem,
    groundWaits = false,
    view,
    onMove,
    embedded = false,
    className,
    children,
  } = props;
  const { centre, zoom } = view ?? WORLD;
  return (
    <MapContainer
      center={[centre.latitude, centre.longitude]}
      zoom={zoom}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      zoomControl={false}
      attributionControl={false}
      // Points stand on one copy of the world: it is brought into sight.
      worldCopyJump
      scrollWheelZoom={!embedded}
      dragging={!embedded || !L.Browser.mobile}
      zoomAnimation={!matchMedia("(prefers-reduced-motion: reduce)").matches}
      className={classNames(styles.map, className)}
    >
      <Named label={label} />
      <Basemap style={style} overlay={overlay} waits={groundWaits} onProblem={onBasemapProblem} />
      <FollowSize />
      <FollowView onMove={onMove} />
      <Attribution text={attributionOf(overlay)} />
      {children}
    </MapContainer>
  );
}

/** Marks what lies over a map, so that points are not brought into sight beneath it. */
export const COVERS_MAP = { "data-covers-map": "" } as const;

/**
 * Brings all of these into sight, not nearer than the rules allow.
 *
 * @param frame holds the map and what covers parts of it; null where nothing does
 */
export function fitTo(
  map: LeafletMap,
  points: readonly Position[],
  { animate, frame = null }: { animate: boolean; frame?: HTMLElement | null },
): void {
  if (points.length === 0) return;
  const bounds = L.latLngBounds(points.map(({ latitude, longitude }) => [latitude, longitude]));
  const { top, right, bottom, left } = frame === null ? NO_INSETS : coveredInsets(map, frame);
  map.fitBounds(bounds, {
    maxZoom: FIT_MAX_ZOOM,
    paddingTopLeft: [left + FIT_PADDING_PX, top + FIT_PADDING_PX],
    paddingBottomRight: [right + FIT_PADDING_PX, bottom + FIT_PADDING_PX],
    animate,
  });
}

function coveredInsets(map: LeafletMap, frame: HTMLElement): Insets {
  const place = map.getContainer().getBoundingClientRect();
  const covers = [...frame.querySelectorAll<HTMLElement>("[data-covers-map]")].map((cover) => {
    const { left, top, right, bottom } = cover.getBoundingClientRect();
    const [fromLeft, fromTop] = [place.left, place.top];
    return { left: left - fromLeft, top: top - fromTop, right: right - fromLeft, bottom: bottom - fromTop };
  });
  return insetsAround({ width: place.width, height: place.height }, covers);
}

/** As text: what a file says of itself is never taken for HTML. */
function Attribution({ text }: { text: string | null }) {
  return text === null ? null : <p className={styles.attribution}>{text}</p>;
}

function Named({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute("role", "region");
    container.setAttribute("aria-label", label);
  }, [map, label]);
  return null;
}

/** Leaflet measures its place once; here it grows and shrinks with the screen, and its middle stays. */
function FollowSize() {
  const map = useMap();
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);
  return null;
}

/** Says where the map is; its zoom also stands on its element, for style sheets and tests. */
function FollowView({ onMove }: { onMove: ((view: MapView) => void) | undefined }) {
  const map = useMap();
  useEffect(() => {
    const moved = () => {
      const { lat, lng } = map.getCenter();
      map.getContainer().dataset.zoom = String(map.getZoom());
      onMove?.({ centre: { latitude: lat, longitude: lng }, zoom: map.getZoom() });
    };
    map.getContainer().dataset.zoom = String(map.getZoom());
    map.on("moveend", moved);
    return () => void map.off("moveend", moved);
  }, [map, onMove]);
  return null;
}
