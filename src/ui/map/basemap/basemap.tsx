import { useEffect, useRef, useState } from "react";
import { useMap } from "react-leaflet";
import { L } from "../leaflet.ts";
import { LabelLayer } from "./label-layer.ts";
import { MAP_COLOURS, type MapStyle } from "./map-colours.ts";
import { CanvasTileLayer } from "./tile-layer.ts";
import type { TileSource } from "./tile-source.ts";
import { worldSource } from "./world-source.ts";

/** What is drawn over the built-in map, which shows wherever this has nothing. */
export type Overlay =
  | { kind: "none" }
  /** @param source drawn on canvases; null while it is opened */
  | { kind: "region"; source: TileSource | null }
  /** Pictures from an address with {z}, {x} and {y}. */
  | { kind: "raster"; url: string };

interface BasemapProps {
  style: MapStyle;
  overlay: Overlay;
  /** The built-in map could not be loaded, or a tile of the overlay could not be read. */
  onProblem(what: "world" | "overlay", error: unknown): void;
}

/** The ground of a map: the built-in world, and what an operator or this person adds to it. */
export function Basemap({ style, overlay, onProblem }: BasemapProps) {
  const map = useMap();
  const [world, setWorld] = useState<TileSource | null>(null);
  const problem = useRef(onProblem);
  problem.current = onProblem;
  useEffect(() => {
    let here = true;
    worldSource().then(
      (source) => here && setWorld(source),
      (error: unknown) => here && problem.current("world", error),
    );
    return () => {
      here = false;
    };
  }, []);
  useEffect(() => {
    map.getContainer().style.background = MAP_COLOURS[style].sea;
  }, [map, style]);
  const region = overlay.kind === "region" ? overlay.source : null;
  useTiles(world, style, 1, (error) => problem.current("world", error));
  useTiles(region, style, 2, (error) => problem.current("overlay", error));
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

function useTiles(
  source: TileSource | null,
  style: MapStyle,
  zIndex: number,
  onProblem: (error: unknown) => void,
): void {
  const map = useMap();
  const first = useRef(style);
  first.current = style;
  const shown = useRef<{ tiles: CanvasTileLayer; labels: LabelLayer } | null>(null);
  const problem = useRef(onProblem);
  problem.current = onProblem;
  useEffect(() => {
    if (source === null) return;
    const tiles = new CanvasTileLayer(source, first.current, {
      zIndex,
      onProblem: (error) => problem.current(error),
    });
    const labels = new LabelLayer(() => tiles.labels(), first.current);
    tiles.on("load", () => labels.redraw());
    map.addLayer(tiles);
    map.addLayer(labels);
    shown.current = { tiles, labels };
    return () => {
      shown.current = null;
      map.removeLayer(labels);
      map.removeLayer(tiles);
    };
  }, [map, source, zIndex]);
  useEffect(() => {
    shown.current?.tiles.setStyle(style);
    shown.current?.labels.setStyle(style);
  }, [style]);
}
