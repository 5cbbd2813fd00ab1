import type { Map as LeafletMap } from "leaflet";
import { L } from "../leaflet.ts";
import { MAP_COLOURS, type MapStyle } from "./map-colours.ts";
import type { MapLabel } from "./tile-source.ts";

const FONT = 'system-ui, -apple-system, "Segoe UI", sans-serif';
const SIZES_PX = { country: 13, place: 12 } as const;
/** Free space around a label, in pixels. */
const AROUND_PX = 6;
const DOT_PX = 2;

/** Writes names over the map, those of high rank first, none over another. Drawn anew after each movement. */
export class LabelLayer extends L.Layer {
  readonly #canvas = document.createElement("canvas");
  readonly #labels: () => readonly MapLabel[];
  #style: MapStyle;

  constructor(labels: () => readonly MapLabel[], style: MapStyle) {
    super();
    L.setOptions(this, { pane: "labels" });
    this.#labels = labels;
    this.#style = style;
    this.#canvas.className = "leaflet-zoom-hide";
    this.#canvas.setAttribute("aria-hidden", "true");
  }

  setStyle(style: MapStyle): void {
    this.#style = style;
    this.redraw();
  }

  override onAdd(map: LeafletMap): this {
    const pane = map.getPane("labels") ?? map.createPane("labels");
    // Over the tiles and below lines and markers.
    pane.style.zIndex = "250";
    pane.style.pointerEvents = "none";
    pane.append(this.#canvas);
    this.redraw();
    return this;
  }

  override onRemove(): this {
    this.#canvas.remove();
    return this;
  }

  override getEvents() {
    return { moveend: () => this.redraw(), resize: () => this.redraw() };
  }

  redraw(): void {
    const map: LeafletMap | null = this._map;
    const context = this.#canvas.getContext("2d");
    if (!map || context === null) return;
    const size = map.getSize();
    const pixelRatio = Math.min(2, Math.max(1, window.devicePixelRatio));
    this.#canvas.width = size.x * pixelRatio;
    this.#canvas.height = size.y * pixelRatio;
    this.#canvas.style.width = `${size.x}px`;
    this.#canvas.style.height = `${size.y}px`;
    L.DomUtil.setPosition(this.#canvas, map.containerPointToLayerPoint([0, 0]));
    context.scale(pixelRatio, pixelRatio);
    this.#write(context, map);
  }

  #write(context: CanvasRenderingContext2D, map: LeafletMap): void {
    const zoom = map.getZoom();
    const bounds = map.getBounds().pad(0.05);
    const [south, north] = [bounds.getSouth(), bounds.getNorth()];
    const [west, east] = [bounds.getWest(), bounds.getEast()];
    const colours = MAP_COLOURS[this.#style];
    const taken: Box[] = [];
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    const shown = this.#labels()
      .filter(({ minZoom, maxZoom }) => zoom >= minZoom && zoom <= maxZoom)
      // Numbers: Leaflet's own test makes two objects for each of thousands of labels.
      .filter(({ latitude }) => latitude >= south && latitude <= north)
      .filter(({ longitude }) => longitude >= west && longitude <= east)
      .sort((a, b) => b.rank - a.rank);
    for (const { text, latitude, longitude, kind } of shown) {
      const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
      context.font = `${kind === "country" ? 600 : 500} ${SIZES_PX[kind]}px ${FONT}`;
      const half = context.measureText(text).width / 2 + AROUND_PX;
      const middle = kind === "place" ? y - SIZES_PX.place : y;
      const box = { left: x - half, right: x + half, top: middle - 12, bottom: middle + 12 };
      if (taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      context.strokeStyle = colours.halo;
      context.fillStyle = colours.label;
      context.strokeText(text, x, middle);
      context.fillText(text, x, middle);
      if (kind === "country") continue;
      context.beginPath();
      context.arc(x, y, DOT_PX, 0, 2 * Math.PI);
      context.fill();
    }
  }
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
