import type { Coords, DoneCallback, GridLayerOptions } from "leaflet";
import { L } from "../leaflet.ts";
import type { MapStyle } from "./map-colours.ts";
import { paintTile, tileWithin } from "./paint-tile.ts";
import type { MapLabel, Tile, TileSource } from "./tile-source.ts";

const PIXEL_RATIO_MAX = 2;

/** Draws a source's tiles on canvases, in a style that can be changed. Tiles of a source are asked for once each. */
export class CanvasTileLayer extends L.GridLayer {
  readonly #source: TileSource;
  readonly #onProblem: (error: unknown) => void;
  readonly #stopped = new AbortController();
  readonly #labels = new Map<HTMLElement, readonly MapLabel[]>();
  readonly #lately = new Map<string, Promise<Tile | null>>();
  #style: MapStyle;

  constructor(
    source: TileSource,
    style: MapStyle,
    { onProblem, ...options }: GridLayerOptions & { onProblem(error: unknown): void },
  ) {
    super({ ...options, updateWhenZooming: false });
    this.#source = source;
    this.#style = style;
    this.#onProblem = onProblem;
    this.on("tileunload", ({ tile }) => this.#labels.delete(tile));
    this.on("remove", () => this.#stopped.abort());
  }

  setStyle(style: MapStyle): void {
    if (style === this.#style) return;
    this.#style = style;
    this.redraw();
  }

  /** Of the source, and of the tiles in sight. */
  labels(): readonly MapLabel[] {
    return [...this.#source.labels, ...[...this.#labels.values()].flat()];
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    const pixelRatio = Math.min(PIXEL_RATIO_MAX, Math.max(1, window.devicePixelRatio));
    canvas.width = this.getTileSize().x * pixelRatio;
    canvas.height = canvas.width;
    const { parent, ...part } = tileWithin(coords, this.#source.maxZoom);
    const paint = async () => {
      const tile = await this.#tile(parent);
      const context = canvas.getContext("2d");
      if (tile === null || context === null) return;
      paintTile(context, tile, this.#style, { ...part, pixelRatio });
      if (tile.kind === "shapes" && tile.labels.length > 0) this.#labels.set(canvas, tile.labels);
    };
    paint().then(
      () => done(undefined, canvas),
      (error: unknown) => {
        if (!this.#stopped.signal.aborted) this.#onProblem(error);
        done(error instanceof Error ? error : new Error(String(error)), canvas);
      },
    );
    return canvas;
  }

  /** A tile that is drawn larger is asked for by all its parts. */
  #tile(address: { z: number; x: number; y: number }): Promise<Tile | null> {
    const key = `${address.z}/${address.x}/${address.y}`;
    const known = this.#lately.get(key);
    if (known !== undefined) return known;
    const asked = this.#source.tile(address, this.#stopped.signal);
    this.#lately.set(key, asked);
    asked.catch(() => this.#lately.delete(key));
    for (const oldest of this.#lately.keys()) {
      if (this.#lately.size <= TILES_KEPT) break;
      this.#lately.delete(oldest);
    }
    return asked;
  }
}

const TILES_KEPT = 48;
