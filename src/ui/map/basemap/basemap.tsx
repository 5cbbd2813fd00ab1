import { useEffect, useRef, useState } from "react";
import { useMap } from "react-leaflet";
import { afterPaint } from "../../after-paint.ts";
import { L } from "../leaflet.ts";
import { LabelLayer } from "./label-layer.ts";
import { MAP_COLOURS, type MapStyle } from "./map-colours.ts";
import { CanvasTileLayer } from "./tile-layer.ts";
import type { MapLabel, TileSource } from "./tile-source.ts";
import { worldSource } from "./world-source.ts";

/** A source drawn over the built-in map, which shows where the source has nothing. */
export type Overlay =
  | { kind: "none" }
  /** @param source drawn on canvases; null while it is opened */
  | { kind: "region"; source: TileSource | null }
  /** Pictures from an address with {z}, {x} and {y}, and whose they are. */
  | { kind: "raster"; url: string; attribution: string | null };

/** Whose data the overlay shows, as plain text; null where there is nobody to name. */
export function attributionOf(overlay: Overlay): string | null {
  if (overlay.kind === "region") return overlay.source?.attribution ?? null;
  return overlay.kind === "raster" ? overlay.attribution : null;
}

interface BasemapProps {
  style: MapStyle;
  overlay: Overlay;
  /**
   * The ground is not drawn yet: making its shapes takes a quarter of a second of a processor that markers need first.
   */
  waits?: boolean;
  /** The built-in map could not be loaded, or a tile of the overlay could not be read. */
  onProblem(what: "world" | "overlay", error: unknown): void;
}

/** The ground of a map: the built-in world, and what an operator or this person adds to it. */
export function Basemap({ style, overlay, waits = false, onProblem }: BasemapProps) {
  const map = useMap();
  const [world, setWorld] = useState<TileSource | null>(null);
  const problem = useRef(onProblem);
  problem.current = onProblem;
  useEffect(() => {
    if (waits) return;
    let here = true;
    const stop = afterPaint(() => {
      worldSource().then(
        (source) => here && setWorld(source),
        (error: unknown) => here && problem.current("world", error),
      );
    });
    return () => {
      here = false;
      stop();
    };
  }, [waits]);
  useEffect(() => {
    map.getContainer().style.background = MAP_COLOURS[style].sea;
  }, [map, style]);
  const region = overlay.kind === "region" ? overlay.source : null;
  const worldLayers = useTiles(world, style, {
    zIndex: 1,
    // A region names its own places, and better.
    labels: (own) => (regionLayers.current?.tiles.labels().length ? own.filter(isCountry) : own),
    // For tests, and for what makes a picture of the map.
    onLoad: () => {
      map.getContainer().dataset.ground = "drawn";
    },
    onProblem: (error) => problem.current("world", error),
  });
  const regionLayers = useTiles(region, style, {
    zIndex: 2,
    labels: (own) => own,
    onLoad: () => worldLayers.current?.labels.redraw(),
    onProblem: (error) => problem.current("overlay", error),
  });
  const url = overlay.kind === "raster" ? overlay.url : null;
  useEffect(() => {
    if (url === null) return;
    const layer = L.tileLayer(url, { zIndex: 2, crossOrigin: false });
    // One tile that does not come may be the sea's; where none does, people want to know.
    let came = false;
    layer.on("tileload", () => {
      came = true;
    });
    layer.on("tileerror", ({ error }) => {
      if (!came) problem.current("overlay", error);
    });
    map.addLayer(layer);
    return () => void map.removeLayer(layer);
  }, [map, url]);
  return null;
}

interface ShownTiles {
  tiles: CanvasTileLayer;
  labels: LabelLayer;
}

interface TilesOptions {
  zIndex: number;
  /** Which of its labels are written. */
  labels(own: readonly MapLabel[]): readonly MapLabel[];
  /** All tiles in sight have come. */
  onLoad?(): void;
  onProblem(error: unknown): void;
}

function useTiles(source: TileSource | null, style: MapStyle, options: TilesOptions) {
  const map = useMap();
  const latest = useRef({ style, ...options });
  latest.current = { style, ...options };
  const shown = useRef<ShownTiles | null>(null);
  useEffect(() => {
    if (source === null) return;
    const { style: first, zIndex } = latest.current;
    const tiles = new CanvasTileLayer(source, first, {
      zIndex,
      onProblem: (error) => latest.current.onProblem(error),
    });
    const labels = new LabelLayer(() => latest.current.labels(tiles.labels()), first);
    tiles.on("load", () => {
      labels.redraw();
      latest.current.onLoad?.();
    });
    map.addLayer(tiles);
    map.addLayer(labels);
    shown.current = { tiles, labels };
    return () => {
      shown.current = null;
      map.removeLayer(labels);
      map.removeLayer(tiles);
      latest.current.onLoad?.();
    };
  }, [map, source]);
  useEffect(() => {
    shown.current?.tiles.setStyle(style);
    shown.current?.labels.setStyle(style);
  }, [style]);
  return shown;
}

function isCountry({ kind }: MapLabel): boolean {
  return kind === "country";
}
